ALTER TABLE "events" ADD COLUMN "starts_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "ends_at" timestamp with time zone;--> statement-breakpoint
-- features/events/server/write-events.ts computes these columns now; each start fills those that are still empty.
DROP TRIGGER IF EXISTS events_calendar_sequence ON "events";--> statement-breakpoint
DROP TRIGGER IF EXISTS events_news ON "events";--> statement-breakpoint
\ir functions/webhooks.sql
--> statement-breakpoint
DROP FUNCTION IF EXISTS greenroom_raise_calendar_sequence();--> statement-breakpoint
DROP FUNCTION IF EXISTS greenroom_note_news();--> statement-breakpoint
DROP FUNCTION IF EXISTS greenroom_calendar_time(events);--> statement-breakpoint
DROP FUNCTION IF EXISTS greenroom_event_end(events);--> statement-breakpoint
DROP FUNCTION IF EXISTS greenroom_instant(text);--> statement-breakpoint
-- The library hides the recording of a cancelled event.
UPDATE "events" SET "recording_ready_at" = NULL WHERE "cancelled_at" IS NOT NULL;
--> statement-breakpoint
\ir functions/people.sql
--> statement-breakpoint
UPDATE "people" SET "words" = greenroom_plain("words") WHERE "words" ~ '[ßæœ]';
