\ir functions/library.sql
--> statement-breakpoint
ALTER TABLE "session_watch_progress" ADD COLUMN "watched_share" double precision GENERATED ALWAYS AS (coalesce(greenroom_length(watched * int4multirange(int4range(0, ceil(duration / 5)::int)))::float8 / nullif(ceil(duration / 5)::int, 0), 0)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "watch_progress" ADD COLUMN "watched_share" double precision GENERATED ALWAYS AS (coalesce(greenroom_length(watched * int4multirange(int4range(0, ceil(duration / 5)::int)))::float8 / nullif(ceil(duration / 5)::int, 0), 0)) STORED NOT NULL;