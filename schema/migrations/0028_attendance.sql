CREATE TABLE "attendance_marks" (
	"registration_id" integer NOT NULL,
	"source" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"step" smallint NOT NULL,
	CONSTRAINT "attendance_marks_registration_id_source_at_step_pk" PRIMARY KEY("registration_id","source","at","step"),
	CONSTRAINT "attendance_marks_source_check" CHECK ("attendance_marks"."source" in ('told', 'reported'))
);
--> statement-breakpoint
CREATE TABLE "attendance_reports" (
	"event_id" integer PRIMARY KEY NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"last_error" text,
	"unregistered" integer DEFAULT 0 NOT NULL,
	"settled_at" timestamp with time zone,
	CONSTRAINT "attendance_reports_state_check" CHECK ("attendance_reports"."state" in ('waiting', 'ready', 'failed'))
);
--> statement-breakpoint
ALTER TABLE "attendance_marks" ADD CONSTRAINT "attendance_marks_registration_id_event_registrations_id_fk" FOREIGN KEY ("registration_id") REFERENCES "public"."event_registrations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attendance_reports" ADD CONSTRAINT "attendance_reports_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;