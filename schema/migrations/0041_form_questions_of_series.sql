CREATE TABLE "form_answers" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "form_answers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"registration_id" integer NOT NULL,
	"question_id" integer NOT NULL,
	"value" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "form_answers_registration_question_unique" UNIQUE("registration_id","question_id")
);
--> statement-breakpoint
CREATE TABLE "form_questions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "form_questions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"event_id" integer,
	"position" integer NOT NULL,
	"kind" text NOT NULL,
	"label" text NOT NULL,
	"options" text[],
	"is_required" boolean DEFAULT false NOT NULL,
	"archived_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "form_questions_kind_check" CHECK ("form_questions"."kind" in ('short', 'long', 'one', 'several', 'yes_no'))
);
--> statement-breakpoint
ALTER TABLE "audit_log" DROP CONSTRAINT "audit_log_action_check";--> statement-breakpoint
ALTER TABLE "form_answers" ADD CONSTRAINT "form_answers_registration_id_event_registrations_id_fk" FOREIGN KEY ("registration_id") REFERENCES "public"."event_registrations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "form_answers" ADD CONSTRAINT "form_answers_question_id_form_questions_id_fk" FOREIGN KEY ("question_id") REFERENCES "public"."form_questions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "form_questions" ADD CONSTRAINT "form_questions_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "form_answers_question_index" ON "form_answers" USING btree ("question_id");--> statement-breakpoint
CREATE INDEX "form_questions_event_index" ON "form_questions" USING btree ("event_id","position");--> statement-breakpoint
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_action_check" CHECK ("audit_log"."action" in ('sign_in', 'sign_in_failed', 'event_created', 'event_changed', 'event_deleted', 'event_defaults_changed', 'picture_uploaded', 'import', 'import_undone', 'sample_removed', 'setup_marked', 'copy_asked', 'site_saved', 'site_published', 'site_restored', 'site_imported', 'export', 'restore', 'key_rotated', 'administrator_added', 'administrator_removed', 'role_changed', 'password_changed', 'password_reset', 'invitation_sent_again', 'invitation_accepted', 'recovery_email_changed', 'factor_set', 'factor_removed', 'recovery_code_used', 'confirmations_sent', 'mail_sent_again', 'mails_stopped', 'mails_sent_now', 'bounce_cleared', 'seat_taken', 'registration_cancelled', 'person_unsubscribed', 'person_erased', 'person_changed', 'person_merged', 'person_exported', 'transcript_given', 'transcript_removed', 'chapters_given', 'material_added', 'material_removed', 'show_notes_saved', 'form_questions_changed', 'crew_added', 'crew_changed', 'crew_removed', 'settings_changed', 'settings_tried', 'announcement_created', 'announcement_changed', 'announcement_deleted', 'announcement_tested', 'announcement_approved', 'announcement_stopped', 'announcement_resumed', 'announcement_retried', 'api_key_created', 'api_key_removed', 'webhook_added', 'webhook_changed', 'webhook_removed', 'webhook_switched_on', 'webhook_switched_off', 'webhook_secret_rotated', 'webhook_tested', 'webhook_sent_again'));