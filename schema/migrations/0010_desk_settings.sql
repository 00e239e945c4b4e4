CREATE TABLE "settings" (
	"name" text PRIMARY KEY NOT NULL,
	"value" text,
	"sealed" "bytea",
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "audit_log" DROP CONSTRAINT "audit_log_action_check";--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "password_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_action_check" CHECK ("audit_log"."action" in ('sign_in', 'sign_in_failed', 'event_created', 'event_changed', 'event_deleted', 'picture_uploaded', 'import', 'import_undone', 'sample_removed', 'export', 'restore', 'key_rotated', 'administrator_added', 'administrator_removed', 'password_changed', 'factor_set', 'factor_removed', 'recovery_code_used', 'confirmations_sent', 'mail_sent_again', 'mails_stopped', 'mails_sent_now', 'bounce_cleared', 'seat_taken', 'registration_cancelled', 'person_unsubscribed', 'person_erased', 'person_changed', 'person_merged', 'person_exported', 'transcript_given', 'transcript_removed', 'chapters_given', 'crew_added', 'crew_changed', 'crew_removed', 'settings_changed', 'settings_tried'));--> statement-breakpoint
\ir functions/settings.sql
