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
