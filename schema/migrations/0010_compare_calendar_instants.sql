-- The same instant can be written in several ways: what a calendar shows is compared, not its spelling.
-- Which texts are instants, shared/event-time.ts says; everything else is free text.
CREATE FUNCTION greenroom_instant(written text) RETURNS timestamptz LANGUAGE plpgsql STABLE AS $$
BEGIN
  IF trim(written) ~* '^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}(:?\d{2})?)$' THEN
    RETURN trim(written)::timestamptz;
  END IF;
  RETURN NULL;
EXCEPTION WHEN data_exception THEN
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION greenroom_calendar_time(event events) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT CASE
    WHEN greenroom_instant(event.event_time) IS NULL THEN coalesce(event.event_date::text, '')
    ELSE extract(epoch FROM greenroom_instant(event.event_time))::text || ' ' || extract(epoch FROM
      coalesce(greenroom_instant(event.event_end_time),
        greenroom_instant(event.event_time) + interval '3 hours'))::text
  END || CASE WHEN event.cancelled_at IS NULL THEN '' ELSE ' cancelled' END
$$;
