ALTER TABLE "events" ADD COLUMN "calendar_uid" text DEFAULT gen_random_uuid() || '@greenroom' NOT NULL;--> statement-breakpoint
ALTER TABLE "message_deliveries" ADD COLUMN "handed_over_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "server_secrets" ADD COLUMN "bare_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "webinar_seats" ADD COLUMN "spent_on" date;--> statement-breakpoint
-- Links of the old form go on opening what was there before now, and nothing that is made later.
UPDATE "server_secrets" SET "bare_until" = now() WHERE "name" = 'links';--> statement-breakpoint
-- Entries that stand in people's calendars keep the UID that was computed for them until now: a part of
-- HMAC-SHA256 over 'calendar' with the key of the links, here by its definition (RFC 2104).
WITH pads AS (
  SELECT
    decode(string_agg(lpad(to_hex(byte # 54), 2, '0'), '' ORDER BY i), 'hex') AS inner_pad,
    decode(string_agg(lpad(to_hex(byte # 92), 2, '0'), '' ORDER BY i), 'hex') AS outer_pad
  FROM (
    SELECT i, CASE WHEN i < length(secret) THEN get_byte(secret, i) ELSE 0 END AS byte
    FROM server_secrets, generate_series(0, 63) i WHERE name = 'links'
  ) bytes
)
UPDATE "events" SET "calendar_uid" = 'event-' || id || '-' || left(encode(
    sha256(outer_pad || sha256(inner_pad || convert_to('calendar', 'UTF8'))), 'hex'), 12) || '@greenroom'
  FROM pads WHERE inner_pad IS NOT NULL;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_calendar_uid_unique" UNIQUE("calendar_uid");--> statement-breakpoint
-- What was being sent when the site stopped may have been handed over: it is not repeated.
UPDATE "message_deliveries" SET "handed_over_at" = coalesce("tried_at", now()) WHERE "state" = 'sending';--> statement-breakpoint
UPDATE "webinar_seats" SET "spent_on" = "asks_on" WHERE "asks" >= 3;--> statement-breakpoint
ALTER TABLE "webinar_seats" DROP COLUMN "asks";--> statement-breakpoint
ALTER TABLE "webinar_seats" DROP COLUMN "asks_on";
