CREATE TABLE "announcement_recipients" (
	"delivery_id" integer NOT NULL,
	"announcement_id" integer NOT NULL,
	"gone" text,
	CONSTRAINT "announcement_recipients_announcement_id_delivery_id_pk" PRIMARY KEY("announcement_id","delivery_id"),
	CONSTRAINT "announcement_recipients_gone_check" CHECK ("announcement_recipients"."gone" in ('erased', 'merged'))
);
--> statement-breakpoint
CREATE TABLE "announcements" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "announcements_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"topic" text NOT NULL,
	"event_id" integer,
	"audience" jsonb NOT NULL,
	"subject" text DEFAULT '' NOT NULL,
	"body" text DEFAULT '' NOT NULL,
	"content" jsonb NOT NULL,
	"tested_as" text,
	"tested_by" integer,
	"approved_at" timestamp with time zone,
	"goes_at" timestamp with time zone,
	"stopped_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "announcements_topic_check" CHECK ("announcements"."topic" in ('event', 'news'))
);
--> statement-breakpoint
CREATE TABLE "mail_pace" (
	"id" integer PRIMARY KEY NOT NULL,
	"next_slot_at" timestamp with time zone NOT NULL,
	"slowness" double precision DEFAULT 1 NOT NULL,
	"slowed_at" timestamp with time zone,
	"closed_until" timestamp with time zone,
	"closed_for" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "held_mails" DROP CONSTRAINT "held_mails_kind_check";--> statement-breakpoint
ALTER TABLE "message_deliveries" DROP CONSTRAINT "message_deliveries_kind_check";--> statement-breakpoint
ALTER TABLE "audit_log" DROP CONSTRAINT "audit_log_action_check";--> statement-breakpoint
ALTER TABLE "message_deliveries" ADD COLUMN "announcement_id" integer;--> statement-breakpoint
ALTER TABLE "announcement_recipients" ADD CONSTRAINT "announcement_recipients_announcement_id_announcements_id_fk" FOREIGN KEY ("announcement_id") REFERENCES "public"."announcements"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "announcements" ADD CONSTRAINT "announcements_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "announcement_recipients_delivery_index" ON "announcement_recipients" USING btree ("delivery_id");--> statement-breakpoint
ALTER TABLE "message_deliveries" ADD CONSTRAINT "message_deliveries_announcement_id_announcements_id_fk" FOREIGN KEY ("announcement_id") REFERENCES "public"."announcements"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "message_deliveries_announcement_index" ON "message_deliveries" USING btree ("announcement_id","id") WHERE "message_deliveries"."announcement_id" is not null;--> statement-breakpoint
CREATE INDEX "message_deliveries_fed_index" ON "message_deliveries" USING btree ("announcement_id","id") WHERE "message_deliveries"."announcement_id" is not null and "message_deliveries"."state" in ('waiting', 'sending');--> statement-breakpoint
ALTER TABLE "held_mails" ADD CONSTRAINT "held_mails_kind_check" CHECK ("held_mails"."kind" in ('registration_confirmed', 'pre_registration_noted', 'library_access', 'interest_noted', 'registration_open', 'date_confirmed', 'reminder_24h', 'reminder_1h', 'moved', 'cancelled', 'recording_ready', 'join_link', 'library_link', 'resubscribe_link', 'sign_in_code', 'address_changed', 'address_left', 'crew_added', 'crew_reminder_24h', 'crew_reminder_1h', 'crew_moved', 'crew_cancelled', 'announcement'));--> statement-breakpoint
ALTER TABLE "message_deliveries" ADD CONSTRAINT "message_deliveries_kind_check" CHECK ("message_deliveries"."kind" in ('registration_confirmed', 'pre_registration_noted', 'library_access', 'interest_noted', 'registration_open', 'date_confirmed', 'reminder_24h', 'reminder_1h', 'moved', 'cancelled', 'recording_ready', 'join_link', 'library_link', 'resubscribe_link', 'sign_in_code', 'address_changed', 'address_left', 'crew_added', 'crew_reminder_24h', 'crew_reminder_1h', 'crew_moved', 'crew_cancelled', 'announcement'));--> statement-breakpoint
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_action_check" CHECK ("audit_log"."action" in ('sign_in', 'sign_in_failed', 'event_created', 'event_changed', 'event_deleted', 'picture_uploaded', 'import', 'import_undone', 'sample_removed', 'setup_marked', 'copy_asked', 'site_saved', 'site_published', 'site_restored', 'site_imported', 'export', 'restore', 'key_rotated', 'administrator_added', 'administrator_removed', 'password_changed', 'factor_set', 'factor_removed', 'recovery_code_used', 'confirmations_sent', 'mail_sent_again', 'mails_stopped', 'mails_sent_now', 'bounce_cleared', 'seat_taken', 'registration_cancelled', 'person_unsubscribed', 'person_erased', 'person_changed', 'person_merged', 'person_exported', 'transcript_given', 'transcript_removed', 'chapters_given', 'crew_added', 'crew_changed', 'crew_removed', 'settings_changed', 'settings_tried', 'announcement_created', 'announcement_changed', 'announcement_deleted', 'announcement_tested', 'announcement_approved', 'announcement_stopped', 'announcement_resumed', 'announcement_retried'));