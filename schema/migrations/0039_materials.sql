CREATE TABLE "material_parts" (
	"material_id" integer NOT NULL,
	"part" integer NOT NULL,
	"bytes" "bytea" NOT NULL,
	CONSTRAINT "material_parts_material_id_part_pk" PRIMARY KEY("material_id","part")
);
--> statement-breakpoint
CREATE TABLE "materials" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "materials_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"event_id" integer NOT NULL,
	"kind" text NOT NULL,
	"title" text NOT NULL,
	"url" text,
	"file_name" text,
	"media_type" text,
	"size" integer,
	"visible_to" text NOT NULL,
	"visible_from" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "materials_kind_check" CHECK ("materials"."kind" in ('link', 'file')),
	CONSTRAINT "materials_visible_to_check" CHECK ("materials"."visible_to" in ('everybody', 'registrants', 'members')),
	CONSTRAINT "materials_visible_from_check" CHECK ("materials"."visible_from" in ('now', 'end')),
	CONSTRAINT "materials_content_check" CHECK (case "materials"."kind" when 'link' then "materials"."url" is not null
        else num_nonnulls("materials"."file_name", "materials"."media_type", "materials"."size") = 3 end)
);
--> statement-breakpoint
CREATE TABLE "show_notes" (
	"event_id" integer PRIMARY KEY NOT NULL,
	"markdown" text NOT NULL,
	"html" text NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "audit_log" DROP CONSTRAINT "audit_log_action_check";--> statement-breakpoint
ALTER TABLE "material_parts" ADD CONSTRAINT "material_parts_material_id_materials_id_fk" FOREIGN KEY ("material_id") REFERENCES "public"."materials"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "materials" ADD CONSTRAINT "materials_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "show_notes" ADD CONSTRAINT "show_notes_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "materials_event_index" ON "materials" USING btree ("event_id");--> statement-breakpoint
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_action_check" CHECK ("audit_log"."action" in ('sign_in', 'sign_in_failed', 'event_created', 'event_changed', 'event_deleted', 'event_defaults_changed', 'picture_uploaded', 'import', 'import_undone', 'sample_removed', 'setup_marked', 'copy_asked', 'site_saved', 'site_published', 'site_restored', 'site_imported', 'export', 'restore', 'key_rotated', 'administrator_added', 'administrator_removed', 'role_changed', 'password_changed', 'password_reset', 'invitation_sent_again', 'invitation_accepted', 'recovery_email_changed', 'factor_set', 'factor_removed', 'recovery_code_used', 'confirmations_sent', 'mail_sent_again', 'mails_stopped', 'mails_sent_now', 'bounce_cleared', 'seat_taken', 'registration_cancelled', 'person_unsubscribed', 'person_erased', 'person_changed', 'person_merged', 'person_exported', 'transcript_given', 'transcript_removed', 'chapters_given', 'material_added', 'material_removed', 'show_notes_saved', 'crew_added', 'crew_changed', 'crew_removed', 'settings_changed', 'settings_tried', 'announcement_created', 'announcement_changed', 'announcement_deleted', 'announcement_tested', 'announcement_approved', 'announcement_stopped', 'announcement_resumed', 'announcement_retried', 'api_key_created', 'api_key_removed', 'webhook_added', 'webhook_changed', 'webhook_removed', 'webhook_switched_on', 'webhook_switched_off', 'webhook_secret_rotated', 'webhook_tested', 'webhook_sent_again'));