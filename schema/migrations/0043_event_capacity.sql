CREATE TABLE "waitlist_entries" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "waitlist_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"event_id" integer NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"questions" text DEFAULT '' NOT NULL,
	"answers" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"receive_updates" boolean DEFAULT false NOT NULL,
	"receive_event_invites" boolean DEFAULT false NOT NULL,
	"registration_source" text DEFAULT 'main_form' NOT NULL,
	"offer_ends_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "waitlist_entries_person_event_unique" UNIQUE("user_id","event_id"),
	CONSTRAINT "waitlist_entries_state_check" CHECK ("waitlist_entries"."state" in ('waiting', 'offered', 'missed')),
	CONSTRAINT "waitlist_entries_offer_check" CHECK (("waitlist_entries"."state" = 'waiting') = ("waitlist_entries"."offer_ends_at" is null))
);
--> statement-breakpoint
ALTER TABLE "domain_events" DROP CONSTRAINT "domain_events_type_check";--> statement-breakpoint
ALTER TABLE "held_mails" DROP CONSTRAINT "held_mails_kind_check";--> statement-breakpoint
ALTER TABLE "outbox_entries" DROP CONSTRAINT "outbox_entries_kind_check";--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "capacity" integer;--> statement-breakpoint
ALTER TABLE "waitlist_entries" ADD CONSTRAINT "waitlist_entries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waitlist_entries" ADD CONSTRAINT "waitlist_entries_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "waitlist_entries_line_index" ON "waitlist_entries" USING btree ("event_id","id");--> statement-breakpoint
ALTER TABLE "domain_events" ADD CONSTRAINT "domain_events_type_check" CHECK ("domain_events"."type" in ('registration.created', 'registration.upgraded', 'registration.cancelled', 'person.unsubscribed', 'person.resubscribed', 'person.corrected', 'person.merged', 'person.erased', 'event.published', 'event.changed', 'event.moved', 'event.cancelled', 'event.restored', 'event.completed', 'event.deleted', 'event.live_changed', 'event.seats_changed', 'event.started', 'event.ended', 'recording.ready', 'recording.withdrawn', 'transcript.published', 'transcript.withdrawn', 'attendance.ready', 'import.settled', 'site.published', 'settings.changed'));--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_capacity_check" CHECK ("events"."capacity" > 0);--> statement-breakpoint
ALTER TABLE "held_mails" ADD CONSTRAINT "held_mails_kind_check" CHECK ("held_mails"."kind" in ('registration_confirmed', 'pre_registration_noted', 'waitlist_joined', 'seat_offered', 'library_access', 'interest_noted', 'registration_open', 'date_confirmed', 'reminder_24h', 'reminder_1h', 'moved', 'cancelled', 'restored', 'recording_ready', 'join_link', 'library_link', 'resubscribe_link', 'sign_in_code', 'address_changed', 'address_left', 'crew_added', 'crew_reminder_24h', 'crew_reminder_1h', 'crew_moved', 'crew_cancelled', 'crew_restored', 'announcement', 'password_reset', 'administrator_invited', 'recovery_email_confirmation', 'recovery_email_changed'));--> statement-breakpoint
ALTER TABLE "outbox_entries" ADD CONSTRAINT "outbox_entries_kind_check" CHECK ("outbox_entries"."kind" in ('registration_confirmed', 'pre_registration_noted', 'waitlist_joined', 'seat_offered', 'library_access', 'interest_noted', 'registration_open', 'date_confirmed', 'reminder_24h', 'reminder_1h', 'moved', 'cancelled', 'restored', 'recording_ready', 'join_link', 'library_link', 'resubscribe_link', 'sign_in_code', 'address_changed', 'address_left', 'crew_added', 'crew_reminder_24h', 'crew_reminder_1h', 'crew_moved', 'crew_cancelled', 'crew_restored', 'announcement', 'password_reset', 'administrator_invited', 'recovery_email_confirmation', 'recovery_email_changed'));