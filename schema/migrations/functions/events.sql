-- Every node caches pages. The product records domain events, which send this NOTIFY; the trigger covers manual SQL.
CREATE OR REPLACE FUNCTION tell_of_event_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('greenroom_events_changed', '');
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER events_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "events"
  FOR EACH STATEMENT EXECUTE FUNCTION tell_of_event_changes();
