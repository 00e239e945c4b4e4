CREATE TABLE "event_crew" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "event_crew_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"event_id" integer NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"role" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "event_crew_once_unique" UNIQUE("event_id","email"),
	CONSTRAINT "event_crew_email_check" CHECK ("event_crew"."email" <> '' and "event_crew"."email" = lower("event_crew"."email")),
	CONSTRAINT "event_crew_role_check" CHECK ("event_crew"."role" in ('host', 'guest', 'producer'))
);
--> statement-breakpoint
ALTER TABLE "audit_log" DROP CONSTRAINT "audit_log_action_check";--> statement-breakpoint
ALTER TABLE "message_deliveries" DROP CONSTRAINT "message_deliveries_kind_check";--> statement-breakpoint
ALTER TABLE "event_crew" ADD CONSTRAINT "event_crew_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "event_crew_email_index" ON "event_crew" USING btree ("email");--> statement-breakpoint
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_action_check" CHECK ("audit_log"."action" in ('sign_in', 'sign_in_failed', 'event_created', 'event_changed', 'event_deleted', 'picture_uploaded', 'import', 'import_undone', 'sample_removed', 'export', 'restore', 'administrator_added', 'administrator_removed', 'password_changed', 'confirmations_sent', 'mail_sent_again', 'bounce_cleared', 'seat_taken', 'registration_cancelled', 'person_unsubscribed', 'person_erased', 'person_changed', 'person_merged', 'person_exported', 'transcript_given', 'transcript_removed', 'chapters_given', 'crew_added', 'crew_changed', 'crew_removed'));--> statement-breakpoint
ALTER TABLE "message_deliveries" ADD CONSTRAINT "message_deliveries_kind_check" CHECK ("message_deliveries"."kind" in ('registration_confirmed', 'pre_registration_noted', 'library_access', 'interest_noted', 'date_confirmed', 'reminder_24h', 'reminder_1h', 'moved', 'cancelled', 'recording_ready', 'join_link', 'library_link', 'resubscribe_link', 'sign_in_code', 'address_changed', 'address_left', 'crew_added', 'crew_reminder_24h', 'crew_reminder_1h', 'crew_moved', 'crew_cancelled'));
--> statement-breakpoint
-- Whoever holds an event is known by that: found by name, and gone with the last place that knows them.
CREATE OR REPLACE FUNCTION greenroom_person_words(known text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  registered text;
  granted text;
  holding text;
BEGIN
  SELECT concat_ws(' ', first_name, last_name, company) INTO registered FROM users WHERE email = known;
  SELECT string_agg(DISTINCT concat_ws(' ', first_name, last_name, company), ' ') INTO granted
    FROM video_access
    WHERE email = known AND concat_ws(' ', first_name, last_name, company) IS DISTINCT FROM registered;
  SELECT string_agg(DISTINCT name, ' ') INTO holding FROM event_crew WHERE email = known;
  RETURN greenroom_plain(concat_ws(' ', registered, granted, holding, known));
END
$$;
--> statement-breakpoint
CREATE FUNCTION greenroom_note_crew() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO people AS known (email, words)
    SELECT email, greenroom_person_words(email)
      FROM (SELECT DISTINCT email FROM noted ORDER BY email) one
    ON CONFLICT (email) DO UPDATE SET words = greenroom_person_words(known.email)
      WHERE known.words <> excluded.words;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION forget_deliveries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM message_deliveries d
    USING (SELECT DISTINCT email FROM gone) g
    WHERE d.email = g.email
      AND NOT EXISTS (SELECT FROM users u WHERE u.email = g.email)
      AND NOT EXISTS (SELECT FROM video_access v WHERE v.email = g.email)
      AND NOT EXISTS (SELECT FROM event_crew c WHERE c.email = g.email);
  DELETE FROM people p
    USING (SELECT DISTINCT email FROM gone) g
    WHERE p.email = g.email
      AND NOT EXISTS (SELECT FROM users u WHERE u.email = g.email)
      AND NOT EXISTS (SELECT FROM video_access v WHERE v.email = g.email)
      AND NOT EXISTS (SELECT FROM event_crew c WHERE c.email = g.email);
  UPDATE people p SET words = greenroom_person_words(p.email)
    FROM (SELECT DISTINCT email FROM gone) g
    WHERE p.email = g.email AND p.words <> greenroom_person_words(p.email);
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER event_crew_known AFTER INSERT ON "event_crew" REFERENCING NEW TABLE AS noted
  FOR EACH STATEMENT EXECUTE FUNCTION greenroom_note_crew();
--> statement-breakpoint
CREATE TRIGGER event_crew_renamed AFTER UPDATE ON "event_crew" REFERENCING NEW TABLE AS noted
  FOR EACH STATEMENT EXECUTE FUNCTION greenroom_note_crew();
--> statement-breakpoint
CREATE TRIGGER event_crew_gone AFTER DELETE ON "event_crew" REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION forget_deliveries();
