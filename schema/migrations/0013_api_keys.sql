CREATE TABLE "api_keys" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "api_keys_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"key_hash" text NOT NULL,
	"prefix" text NOT NULL,
	"scopes" text[] NOT NULL,
	"administrator_id" integer NOT NULL,
	"expires_at" timestamp with time zone,
	"last_used_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "api_keys_keyHash_unique" UNIQUE("key_hash")
);
--> statement-breakpoint
CREATE TABLE "repeatable_writes" (
	"api_key_id" integer NOT NULL,
	"name_hash" text NOT NULL,
	"request_hash" text NOT NULL,
	"claim" text NOT NULL,
	"claimed_at" timestamp with time zone NOT NULL,
	"answer" jsonb,
	CONSTRAINT "repeatable_writes_api_key_id_name_hash_pk" PRIMARY KEY("api_key_id","name_hash")
);
--> statement-breakpoint
ALTER TABLE "audit_log" DROP CONSTRAINT "audit_log_action_check";--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_administrator_id_administrators_id_fk" FOREIGN KEY ("administrator_id") REFERENCES "public"."administrators"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "repeatable_writes" ADD CONSTRAINT "repeatable_writes_api_key_id_api_keys_id_fk" FOREIGN KEY ("api_key_id") REFERENCES "public"."api_keys"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "api_keys_administrator_index" ON "api_keys" USING btree ("administrator_id");--> statement-breakpoint
CREATE INDEX "repeatable_writes_claimed_index" ON "repeatable_writes" USING btree ("claimed_at");--> statement-breakpoint
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_action_check" CHECK ("audit_log"."action" in ('sign_in', 'sign_in_failed', 'event_created', 'event_changed', 'event_deleted', 'picture_uploaded', 'import', 'import_undone', 'sample_removed', 'setup_marked', 'copy_asked', 'site_saved', 'site_published', 'site_restored', 'site_imported', 'export', 'restore', 'key_rotated', 'administrator_added', 'administrator_removed', 'password_changed', 'factor_set', 'factor_removed', 'recovery_code_used', 'confirmations_sent', 'mail_sent_again', 'mails_stopped', 'mails_sent_now', 'bounce_cleared', 'seat_taken', 'registration_cancelled', 'person_unsubscribed', 'person_erased', 'person_changed', 'person_merged', 'person_exported', 'transcript_given', 'transcript_removed', 'chapters_given', 'crew_added', 'crew_changed', 'crew_removed', 'settings_changed', 'settings_tried', 'announcement_created', 'announcement_changed', 'announcement_deleted', 'announcement_tested', 'announcement_approved', 'announcement_stopped', 'announcement_resumed', 'announcement_retried', 'api_key_created', 'api_key_removed'));