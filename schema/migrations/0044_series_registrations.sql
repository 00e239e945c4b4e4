CREATE TABLE "series_choices" (
	"event_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"state" text NOT NULL,
	CONSTRAINT "series_choices_event_id_user_id_pk" PRIMARY KEY("event_id","user_id"),
	CONSTRAINT "series_choices_state_check" CHECK ("series_choices"."state" in ('placed', 'cancelled'))
);
--> statement-breakpoint
CREATE TABLE "series_registrations" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "series_registrations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"registration_source" text DEFAULT 'main_form' NOT NULL,
	"requested_at" timestamp with time zone NOT NULL,
	"verified_at" timestamp with time zone,
	CONSTRAINT "series_registrations_person_unique" UNIQUE("user_id")
);
--> statement-breakpoint
ALTER TABLE "held_mails" DROP CONSTRAINT "held_mails_kind_check";--> statement-breakpoint
ALTER TABLE "outbox_entries" DROP CONSTRAINT "outbox_entries_kind_check";--> statement-breakpoint
ALTER TABLE "series_choices" ADD CONSTRAINT "series_choices_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "series_choices" ADD CONSTRAINT "series_choices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "series_registrations" ADD CONSTRAINT "series_registrations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "series_choices_user_index" ON "series_choices" USING btree ("user_id");--> statement-breakpoint
ALTER TABLE "held_mails" ADD CONSTRAINT "held_mails_kind_check" CHECK ("held_mails"."kind" in ('registration_confirmed', 'pre_registration_noted', 'waitlist_joined', 'seat_offered', 'series_requested', 'series_registered', 'library_access', 'interest_noted', 'registration_open', 'date_confirmed', 'reminder_24h', 'reminder_1h', 'moved', 'cancelled', 'restored', 'recording_ready', 'join_link', 'library_link', 'resubscribe_link', 'sign_in_code', 'address_changed', 'address_left', 'crew_added', 'crew_reminder_24h', 'crew_reminder_1h', 'crew_moved', 'crew_cancelled', 'crew_restored', 'announcement', 'password_reset', 'administrator_invited', 'recovery_email_confirmation', 'recovery_email_changed'));--> statement-breakpoint
ALTER TABLE "outbox_entries" ADD CONSTRAINT "outbox_entries_kind_check" CHECK ("outbox_entries"."kind" in ('registration_confirmed', 'pre_registration_noted', 'waitlist_joined', 'seat_offered', 'series_requested', 'series_registered', 'library_access', 'interest_noted', 'registration_open', 'date_confirmed', 'reminder_24h', 'reminder_1h', 'moved', 'cancelled', 'restored', 'recording_ready', 'join_link', 'library_link', 'resubscribe_link', 'sign_in_code', 'address_changed', 'address_left', 'crew_added', 'crew_reminder_24h', 'crew_reminder_1h', 'crew_moved', 'crew_cancelled', 'crew_restored', 'announcement', 'password_reset', 'administrator_invited', 'recovery_email_confirmation', 'recovery_email_changed'));