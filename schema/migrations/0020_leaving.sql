CREATE TABLE "erasures" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "erasures_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"hashes" text[] DEFAULT '{}'::text[] NOT NULL,
	"topics" text[] DEFAULT '{}'::text[] NOT NULL,
	"mails" integer[] DEFAULT '{}'::integer[] NOT NULL,
	"erased_at" timestamp with time zone DEFAULT now() NOT NULL,
	"written_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "former_addresses" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "former_addresses_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"person_key" text NOT NULL,
	"email" text NOT NULL,
	"key" text,
	"left_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "provider_tasks" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "provider_tasks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"erasure_id" integer,
	"provider" text NOT NULL,
	"task" text NOT NULL,
	"webinar_id" text,
	"external_id" text,
	"address_hash" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"outcome" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "provider_tasks_provider_check" CHECK ("provider_tasks"."provider" in ('zoom', 'mailerlite')),
	CONSTRAINT "provider_tasks_task_check" CHECK ("provider_tasks"."task" in ('cancel', 'delete', 'unsubscribe', 'forget')),
	CONSTRAINT "provider_tasks_state_check" CHECK ("provider_tasks"."state" in ('waiting', 'done', 'failed'))
);
--> statement-breakpoint
ALTER TABLE "audit_log" DROP CONSTRAINT "audit_log_action_check";--> statement-breakpoint
ALTER TABLE "event_registrations" ALTER COLUMN "user_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "former_addresses" ADD CONSTRAINT "former_addresses_person_key_people_key_fk" FOREIGN KEY ("person_key") REFERENCES "public"."people"("key") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "provider_tasks" ADD CONSTRAINT "provider_tasks_erasure_id_erasures_id_fk" FOREIGN KEY ("erasure_id") REFERENCES "public"."erasures"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "former_addresses_person_index" ON "former_addresses" USING btree ("person_key");--> statement-breakpoint
CREATE INDEX "former_addresses_email_index" ON "former_addresses" USING btree ("email");--> statement-breakpoint
CREATE INDEX "former_addresses_key_index" ON "former_addresses" USING btree ("key");--> statement-breakpoint
CREATE INDEX "provider_tasks_address_index" ON "provider_tasks" USING btree ("address_hash");--> statement-breakpoint
CREATE INDEX "provider_tasks_open_index" ON "provider_tasks" USING btree ("id") WHERE "provider_tasks"."state" = 'waiting';--> statement-breakpoint
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_action_check" CHECK ("audit_log"."action" in ('sign_in', 'sign_in_failed', 'event_created', 'event_changed', 'event_deleted', 'picture_uploaded', 'import', 'import_undone', 'sample_removed', 'export', 'restore', 'administrator_added', 'administrator_removed', 'password_changed', 'confirmations_sent', 'registration_cancelled', 'person_unsubscribed', 'person_erased', 'person_changed', 'person_merged', 'person_exported', 'transcript_given', 'transcript_removed', 'chapters_given'));--> statement-breakpoint
-- A digest of an address that only this database, and a copy of it, can make: keyed by the key of the
-- links, which every copy holds.
CREATE FUNCTION greenroom_address_hash(address text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  known bytea;
BEGIN
  SELECT secret INTO known FROM server_secrets WHERE name = 'links';
  IF known IS NULL THEN
    INSERT INTO server_secrets (name, secret) VALUES ('links',
        sha256(convert_to(gen_random_uuid()::text || gen_random_uuid() || gen_random_uuid(), 'UTF8')))
      ON CONFLICT DO NOTHING;
    SELECT secret INTO known FROM server_secrets WHERE name = 'links';
  END IF;
  RETURN encode(sha256(known || sha256(known || convert_to('address ' || address, 'UTF8'))), 'hex');
END
$$;
--> statement-breakpoint
-- Who was erased and is known again is still unsubscribed. A copy that is loaded brings its own rows.
CREATE FUNCTION greenroom_keep_unsubscribed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM erasures WHERE topics <> '{}') THEN
    INSERT INTO unsubscriptions (email, topic)
      SELECT DISTINCT n.email, unnest(e.topics) FROM
        (SELECT email, greenroom_address_hash(email) AS hash FROM noted OFFSET 0) n
        JOIN erasures e ON n.hash = ANY (e.hashes)
      ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER people_back AFTER INSERT ON "people" REFERENCING NEW TABLE AS noted
  FOR EACH STATEMENT WHEN (current_setting('greenroom.loading', true) IS DISTINCT FROM 'yes')
  EXECUTE FUNCTION greenroom_keep_unsubscribed();
