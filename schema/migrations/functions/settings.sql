-- Every node keeps what is set, and what it made of it; whoever changes a setting tells all of them.
CREATE OR REPLACE FUNCTION tell_of_setting_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('greenroom_settings_changed', '');
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER settings_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "settings"
  FOR EACH STATEMENT EXECUTE FUNCTION tell_of_setting_changes();
