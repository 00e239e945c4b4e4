CREATE TABLE "series_feed" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"uid" uuid DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "series_feed_one_check" CHECK ("series_feed"."id" = 1)
);
--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "recording_ready_at" timestamp with time zone;--> statement-breakpoint
-- Nothing says when those became ready: not after they were changed last.
UPDATE "events" SET "recording_ready_at" = "updated_at" WHERE "recording_ready" AND coalesce("video_url", '') <> '';--> statement-breakpoint
\ir functions/events.sql
--> statement-breakpoint
\ir functions/recordings.sql
