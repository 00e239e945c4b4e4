-- Every node caches pages with quotes. Deleting a registration or an event also deletes its quotes.
CREATE OR REPLACE TRIGGER quotes_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "feedback_quotes"
  FOR EACH STATEMENT EXECUTE FUNCTION tell_of_event_changes();
