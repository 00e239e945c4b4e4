CREATE TABLE "bounce_mailboxes" (
	"name" text PRIMARY KEY NOT NULL,
	"validity" text,
	"last_uid" bigint DEFAULT 0 NOT NULL,
	"read_at" timestamp with time zone,
	"last_error" text
);
--> statement-breakpoint
CREATE TABLE "bounces" (
	"email" text PRIMARY KEY NOT NULL,
	"person_key" text NOT NULL,
	"is_lasting" boolean NOT NULL,
	"reason" text NOT NULL,
	"delivery_id" integer,
	"noted_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "audit_log" DROP CONSTRAINT "audit_log_action_check";--> statement-breakpoint
ALTER TABLE "bounces" ADD CONSTRAINT "bounces_person_key_people_key_fk" FOREIGN KEY ("person_key") REFERENCES "public"."people"("key") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
CREATE INDEX "bounces_person_index" ON "bounces" USING btree ("person_key");--> statement-breakpoint
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_action_check" CHECK ("audit_log"."action" in ('sign_in', 'sign_in_failed', 'event_created', 'event_changed', 'event_deleted', 'picture_uploaded', 'import', 'import_undone', 'sample_removed', 'export', 'restore', 'administrator_added', 'administrator_removed', 'password_changed', 'confirmations_sent', 'mail_sent_again', 'bounce_cleared', 'seat_taken', 'registration_cancelled', 'person_unsubscribed', 'person_erased', 'person_changed', 'person_merged', 'person_exported', 'transcript_given', 'transcript_removed', 'chapters_given'));