-- Every node keeps rendered pages; whoever changes an event, by whatever road, tells all of them.
CREATE FUNCTION tell_of_event_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('greenroom_events_changed', '');
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER events_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "events"
  FOR EACH STATEMENT EXECUTE FUNCTION tell_of_event_changes();
