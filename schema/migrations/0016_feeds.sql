CREATE TABLE "series_feed" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"uid" uuid DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "series_feed_one_check" CHECK ("series_feed"."id" = 1)
);
--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "recording_ready_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "published_by_hand_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "readers_change_at" timestamp with time zone;--> statement-breakpoint
-- Nothing says when those became ready, or when what visitors read of one changed: not after it was changed last.
UPDATE "events" SET "readers_change_at" = "updated_at",
  "recording_ready_at" = CASE WHEN "recording_ready" AND coalesce("video_url", '') <> '' THEN "updated_at" END;--> statement-breakpoint
\ir functions/events.sql
--> statement-breakpoint
\ir functions/news.sql
