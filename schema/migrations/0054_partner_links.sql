CREATE TABLE "partner_links" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "partner_links_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"counted_until" date,
	"numbers" jsonb,
	CONSTRAINT "partner_links_key_unique" UNIQUE("kind","key"),
	CONSTRAINT "partner_links_kind_check" CHECK ("partner_links"."kind" in ('path', 'via'))
);
--> statement-breakpoint
ALTER TABLE "audit_log" DROP CONSTRAINT "audit_log_action_check";--> statement-breakpoint
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_action_check" CHECK ("audit_log"."action" in ('sign_in', 'sign_in_failed', 'event_created', 'event_changed', 'event_deleted', 'event_defaults_changed', 'picture_uploaded', 'import', 'import_undone', 'sample_removed', 'setup_marked', 'copy_asked', 'site_saved', 'site_published', 'site_restored', 'site_imported', 'export', 'restore', 'key_rotated', 'administrator_added', 'administrator_removed', 'role_changed', 'password_changed', 'password_reset', 'invitation_sent_again', 'invitation_accepted', 'recovery_email_changed', 'weekly_summary_changed', 'factor_set', 'factor_removed', 'recovery_code_used', 'confirmations_sent', 'mail_sent_again', 'mails_stopped', 'mails_sent_now', 'bounce_cleared', 'seat_taken', 'registration_cancelled', 'person_unsubscribed', 'person_erased', 'person_changed', 'person_merged', 'person_exported', 'transcript_given', 'transcript_removed', 'chapters_given', 'material_added', 'material_removed', 'show_notes_saved', 'form_questions_changed', 'recording_approval_changed', 'recording_released_unapproved', 'partner_link_created', 'partner_link_removed', 'quote_published', 'quote_removed', 'crew_added', 'crew_changed', 'crew_removed', 'settings_changed', 'settings_tried', 'announcement_created', 'announcement_changed', 'announcement_deleted', 'announcement_tested', 'announcement_approved', 'announcement_stopped', 'announcement_resumed', 'announcement_retried', 'api_key_created', 'api_key_removed', 'webhook_added', 'webhook_changed', 'webhook_removed', 'webhook_switched_on', 'webhook_switched_off', 'webhook_secret_rotated', 'webhook_tested', 'webhook_sent_again'));