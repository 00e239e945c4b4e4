CREATE TABLE "recording_refusals" (
	"event_id" integer NOT NULL,
	"video_url" text NOT NULL,
	CONSTRAINT "recording_refusals_event_id_video_url_pk" PRIMARY KEY("event_id","video_url")
);
--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "video_url_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "recording_refusals" ADD CONSTRAINT "recording_refusals_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;