-- What administrators did is only ever added to, whoever asks.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the audit log is append-only' USING ERRCODE = 'insufficient_privilege';
END
$$;
--> statement-breakpoint
CREATE TRIGGER audit_log_rows_stay BEFORE UPDATE OR DELETE ON "audit_log"
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER audit_log_stays BEFORE TRUNCATE ON "audit_log"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- While a transaction imports (it says so in greenroom.batch), every row that it adds or changes is
-- noted with the values that were there before. Only a trigger sees those without a race.
CREATE FUNCTION note_import_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  old_row jsonb;
  new_row jsonb := to_jsonb(NEW);
BEGIN
  IF TG_OP = 'UPDATE' THEN
    old_row := to_jsonb(OLD);
    SELECT jsonb_object_agg(n.key, n.value), jsonb_object_agg(n.key, o.value)
      INTO new_row, old_row
      FROM jsonb_each(new_row) n JOIN jsonb_each(old_row) o ON o.key = n.key
      WHERE n.value IS DISTINCT FROM o.value;
    IF new_row IS NULL THEN RETURN NULL; END IF;
  END IF;
  INSERT INTO import_batch_changes AS noted (batch_id, table_name, row_id, before, after)
    VALUES (current_setting('greenroom.batch'), TG_TABLE_NAME, NEW.id, old_row, new_row)
    ON CONFLICT (batch_id, table_name, row_id) DO UPDATE SET
      before = CASE WHEN noted.before IS NULL THEN NULL ELSE excluded.before || noted.before END,
      after = noted.after || excluded.after;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER users_imported AFTER INSERT OR UPDATE ON "users" FOR EACH ROW
  WHEN (current_setting('greenroom.batch', true) <> '') EXECUTE FUNCTION note_import_change();
--> statement-breakpoint
CREATE TRIGGER event_registrations_imported AFTER INSERT OR UPDATE ON "event_registrations" FOR EACH ROW
  WHEN (current_setting('greenroom.batch', true) <> '') EXECUTE FUNCTION note_import_change();
--> statement-breakpoint
CREATE TRIGGER video_access_imported AFTER INSERT OR UPDATE ON "video_access" FOR EACH ROW
  WHEN (current_setting('greenroom.batch', true) <> '') EXECUTE FUNCTION note_import_change();
