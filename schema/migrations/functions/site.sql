-- Every node keeps the site's content and the pages drawn from it; whoever publishes tells all of them.
CREATE OR REPLACE FUNCTION tell_of_published_site() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('greenroom_events_changed', 'site');
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER site_published AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "site_versions"
  FOR EACH STATEMENT EXECUTE FUNCTION tell_of_published_site();
