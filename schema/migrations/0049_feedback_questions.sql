CREATE TABLE "feedback_answers" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "feedback_answers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"registration_id" integer NOT NULL,
	"value" integer NOT NULL,
	"label" text NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"question" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "feedback_answers_registration_unique" UNIQUE("registration_id"),
	CONSTRAINT "feedback_answers_value_check" CHECK ("feedback_answers"."value" between 1 and 5)
);
--> statement-breakpoint
CREATE TABLE "feedback_openings" (
	"registration_id" integer PRIMARY KEY NOT NULL,
	"opened_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "feedback_questions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "feedback_questions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"event_id" integer,
	"is_sent" boolean DEFAULT true NOT NULL,
	"since" timestamp with time zone,
	"minutes" integer,
	"question" text,
	"options" text[],
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "feedback_questions_event_unique" UNIQUE NULLS NOT DISTINCT("event_id")
);
--> statement-breakpoint
ALTER TABLE "held_mails" DROP CONSTRAINT "held_mails_kind_check";--> statement-breakpoint
ALTER TABLE "outbox_entries" DROP CONSTRAINT "outbox_entries_kind_check";--> statement-breakpoint
ALTER TABLE "feedback_answers" ADD CONSTRAINT "feedback_answers_registration_id_event_registrations_id_fk" FOREIGN KEY ("registration_id") REFERENCES "public"."event_registrations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feedback_openings" ADD CONSTRAINT "feedback_openings_registration_id_event_registrations_id_fk" FOREIGN KEY ("registration_id") REFERENCES "public"."event_registrations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feedback_questions" ADD CONSTRAINT "feedback_questions_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "held_mails" ADD CONSTRAINT "held_mails_kind_check" CHECK ("held_mails"."kind" in ('registration_confirmed', 'pre_registration_noted', 'waitlist_joined', 'seat_offered', 'series_requested', 'series_registered', 'library_access', 'interest_noted', 'registration_open', 'date_confirmed', 'reminder_24h', 'reminder_1h', 'moved', 'cancelled', 'restored', 'recording_ready', 'thank_you', 'missed_you', 'feedback_question', 'join_link', 'library_link', 'resubscribe_link', 'sign_in_code', 'address_changed', 'address_left', 'crew_added', 'crew_reminder_24h', 'crew_reminder_1h', 'crew_moved', 'crew_cancelled', 'crew_restored', 'announcement', 'password_reset', 'administrator_invited', 'recovery_email_confirmation', 'recovery_email_changed', 'weekly_summary'));--> statement-breakpoint
ALTER TABLE "outbox_entries" ADD CONSTRAINT "outbox_entries_kind_check" CHECK ("outbox_entries"."kind" in ('registration_confirmed', 'pre_registration_noted', 'waitlist_joined', 'seat_offered', 'series_requested', 'series_registered', 'library_access', 'interest_noted', 'registration_open', 'date_confirmed', 'reminder_24h', 'reminder_1h', 'moved', 'cancelled', 'restored', 'recording_ready', 'thank_you', 'missed_you', 'feedback_question', 'join_link', 'library_link', 'resubscribe_link', 'sign_in_code', 'address_changed', 'address_left', 'crew_added', 'crew_reminder_24h', 'crew_reminder_1h', 'crew_moved', 'crew_cancelled', 'crew_restored', 'announcement', 'password_reset', 'administrator_invited', 'recovery_email_confirmation', 'recovery_email_changed', 'weekly_summary'));