ALTER TABLE "audit_log" DROP CONSTRAINT "audit_log_action_check";--> statement-breakpoint
ALTER TABLE "server_secrets" ADD COLUMN "until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_action_check" CHECK ("audit_log"."action" in ('sign_in', 'sign_in_failed', 'event_created', 'event_changed', 'event_deleted', 'picture_uploaded', 'import', 'import_undone', 'sample_removed', 'export', 'restore', 'key_rotated', 'administrator_added', 'administrator_removed', 'password_changed', 'factor_set', 'factor_removed', 'recovery_code_used', 'confirmations_sent', 'mail_sent_again', 'mails_stopped', 'mails_sent_now', 'bounce_cleared', 'seat_taken', 'registration_cancelled', 'person_unsubscribed', 'person_erased', 'person_changed', 'person_merged', 'person_exported', 'transcript_given', 'transcript_removed', 'chapters_given', 'crew_added', 'crew_changed', 'crew_removed'));--> statement-breakpoint
-- Digests get a key of their own, so that copies can lack the one that signs links. Made of that one, it is the same
-- in every copy of before; digests of before are still found by the old one.
INSERT INTO server_secrets (name, secret)
  SELECT 'addresses', sha256(secret || convert_to('addresses', 'UTF8')) FROM server_secrets WHERE name = 'links'
  UNION ALL SELECT 'addresses before', secret FROM server_secrets WHERE name = 'links'
  ON CONFLICT DO NOTHING;--> statement-breakpoint
\ir functions/erasures.sql
