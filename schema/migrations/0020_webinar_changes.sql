CREATE TABLE "webinar_changes" (
	"event_id" integer PRIMARY KEY NOT NULL,
	"webinar_id" text NOT NULL,
	"deleted_at" timestamp with time zone,
	"starts_at" timestamp with time zone,
	"changed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "webinar_changes" ADD CONSTRAINT "webinar_changes_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;