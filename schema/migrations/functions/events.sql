-- Every node keeps rendered pages; whoever changes an event, by whatever road, tells all of them.
CREATE OR REPLACE FUNCTION tell_of_event_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('greenroom_events_changed', '');
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER events_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "events"
  FOR EACH STATEMENT EXECUTE FUNCTION tell_of_event_changes();
--> statement-breakpoint
-- Whether an event is live stands in the pages that every node keeps.
CREATE OR REPLACE TRIGGER live_states_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "live_states"
  FOR EACH STATEMENT EXECUTE FUNCTION tell_of_event_changes();
--> statement-breakpoint
-- The same instant can be written in several ways: what a calendar shows is compared, not its spelling.
-- Which texts are instants, kernel/event-time.ts says; everything else is free text.
CREATE OR REPLACE FUNCTION greenroom_instant(written text) RETURNS timestamptz LANGUAGE plpgsql STABLE AS $$
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
-- When an event is over, as kernel/event-time.ts says it; a day without an hour ends here by the clock of UTC.
CREATE OR REPLACE FUNCTION greenroom_event_end(event events) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT coalesce(greenroom_instant(event.event_end_time),
    greenroom_instant(event.event_time) + interval '3 hours',
    (event.event_date + 1)::timestamp AT TIME ZONE 'UTC')
$$;
--> statement-breakpoint
-- A calendar entry is another one when its hours change or it is cancelled or comes back; the day
-- counts only where no instant is known. Any edit may cause it, so the table itself keeps count.
CREATE OR REPLACE FUNCTION greenroom_calendar_time(event events) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT CASE
    WHEN greenroom_instant(event.event_time) IS NULL THEN coalesce(event.event_date::text, '')
    ELSE extract(epoch FROM greenroom_instant(event.event_time))::text || ' ' ||
      extract(epoch FROM greenroom_event_end(event))::text
  END || CASE WHEN event.cancelled_at IS NULL THEN '' ELSE ' cancelled' END
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION greenroom_raise_calendar_sequence() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF greenroom_calendar_time(NEW) <> greenroom_calendar_time(OLD) THEN
    NEW.calendar_sequence := OLD.calendar_sequence + 1;
  END IF;
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER events_calendar_sequence BEFORE UPDATE ON events
  FOR EACH ROW EXECUTE FUNCTION greenroom_raise_calendar_sequence();
--> statement-breakpoint
-- What became of news for each person outlives the event that it was about; who still waits for it gets it
-- only once somebody has looked at it, since its text may name the event.
CREATE OR REPLACE FUNCTION greenroom_keep_news() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE announcements a SET stopped_at = now()
  WHERE a.event_id = OLD.id AND a.topic = 'news' AND a.approved_at IS NOT NULL AND a.stopped_at IS NULL
    AND EXISTS (SELECT FROM message_deliveries d
      WHERE d.announcement_id = a.id AND d.state IN ('waiting', 'sending'));
  UPDATE message_deliveries d SET event_id = NULL FROM announcements a
  WHERE d.event_id = OLD.id AND a.id = d.announcement_id AND a.topic = 'news';
  RETURN OLD;
END
$$;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER events_keep_news BEFORE DELETE ON events
  FOR EACH ROW EXECUTE FUNCTION greenroom_keep_news();
