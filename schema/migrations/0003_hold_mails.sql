CREATE TABLE "held_mails" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "held_mails_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"event_id" integer NOT NULL,
	"occasion" text NOT NULL,
	"state" text DEFAULT 'held' NOT NULL,
	"count" integer NOT NULL,
	"goes_at" timestamp with time zone NOT NULL,
	"before" jsonb,
	"saved_at" timestamp with time zone NOT NULL,
	CONSTRAINT "held_mails_once_unique" UNIQUE("event_id","kind","occasion"),
	CONSTRAINT "held_mails_kind_check" CHECK ("held_mails"."kind" in ('registration_confirmed', 'pre_registration_noted', 'library_access', 'interest_noted', 'date_confirmed', 'reminder_24h', 'reminder_1h', 'moved', 'cancelled', 'recording_ready', 'join_link', 'library_link', 'resubscribe_link', 'sign_in_code', 'address_changed', 'address_left', 'crew_added', 'crew_reminder_24h', 'crew_reminder_1h', 'crew_moved', 'crew_cancelled')),
	CONSTRAINT "held_mails_state_check" CHECK ("held_mails"."state" in ('held', 'gone', 'stopped'))
);
--> statement-breakpoint
ALTER TABLE "message_deliveries" DROP CONSTRAINT "message_deliveries_state_check";--> statement-breakpoint
ALTER TABLE "audit_log" DROP CONSTRAINT "audit_log_action_check";--> statement-breakpoint
ALTER TABLE "held_mails" ADD CONSTRAINT "held_mails_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_deliveries" ADD CONSTRAINT "message_deliveries_state_check" CHECK ("message_deliveries"."state" in ('waiting', 'sending', 'sent', 'kept', 'failed', 'skipped', 'stopped', 'unknown'));--> statement-breakpoint
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_action_check" CHECK ("audit_log"."action" in ('sign_in', 'sign_in_failed', 'event_created', 'event_changed', 'event_deleted', 'picture_uploaded', 'import', 'import_undone', 'sample_removed', 'export', 'restore', 'administrator_added', 'administrator_removed', 'password_changed', 'confirmations_sent', 'mail_sent_again', 'mails_stopped', 'mails_sent_now', 'bounce_cleared', 'seat_taken', 'registration_cancelled', 'person_unsubscribed', 'person_erased', 'person_changed', 'person_merged', 'person_exported', 'transcript_given', 'transcript_removed', 'chapters_given', 'crew_added', 'crew_changed', 'crew_removed'));