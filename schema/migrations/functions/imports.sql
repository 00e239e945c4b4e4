-- While a transaction imports (it says so in greenroom.batch), every row that it adds or changes is noted
-- with the values that were there before. Only a trigger sees those without a race.
CREATE OR REPLACE FUNCTION greenroom_note_import_additions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO import_batch_changes AS known (batch_id, table_name, row_id, before, after)
    SELECT current_setting('greenroom.batch'), TG_TABLE_NAME, n.id, NULL, to_jsonb(n) FROM noted n
    ON CONFLICT (batch_id, table_name, row_id) DO UPDATE SET
      before = NULL, after = known.after || excluded.after;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER users_added_by_import AFTER INSERT ON "users" REFERENCING NEW TABLE AS noted
  FOR EACH STATEMENT WHEN (current_setting('greenroom.batch', true) <> '')
  EXECUTE FUNCTION greenroom_note_import_additions();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER event_registrations_added_by_import AFTER INSERT ON "event_registrations" REFERENCING NEW TABLE AS noted
  FOR EACH STATEMENT WHEN (current_setting('greenroom.batch', true) <> '')
  EXECUTE FUNCTION greenroom_note_import_additions();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER video_access_added_by_import AFTER INSERT ON "video_access" REFERENCING NEW TABLE AS noted
  FOR EACH STATEMENT WHEN (current_setting('greenroom.batch', true) <> '')
  EXECUTE FUNCTION greenroom_note_import_additions();
--> statement-breakpoint
-- The values of the first change stay those from before the batch.
CREATE OR REPLACE FUNCTION greenroom_note_import_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO import_batch_changes AS known (batch_id, table_name, row_id, before, after)
    SELECT current_setting('greenroom.batch'), TG_TABLE_NAME, n.id, changed.before, changed.after
      FROM noted n JOIN replaced o ON o.id = n.id CROSS JOIN LATERAL (
        SELECT jsonb_object_agg(now.key, now.value) AS after, jsonb_object_agg(now.key, was.value) AS before
          FROM jsonb_each(to_jsonb(n)) now JOIN jsonb_each(to_jsonb(o)) was ON was.key = now.key
          WHERE now.value IS DISTINCT FROM was.value) changed
      WHERE changed.after IS NOT NULL
    ON CONFLICT (batch_id, table_name, row_id) DO UPDATE SET
      before = CASE WHEN known.before IS NULL THEN NULL ELSE excluded.before || known.before END,
      after = known.after || excluded.after;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER users_changed_by_import AFTER UPDATE ON "users"
  REFERENCING OLD TABLE AS replaced NEW TABLE AS noted
  FOR EACH STATEMENT WHEN (current_setting('greenroom.batch', true) <> '')
  EXECUTE FUNCTION greenroom_note_import_changes();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER event_registrations_changed_by_import AFTER UPDATE ON "event_registrations"
  REFERENCING OLD TABLE AS replaced NEW TABLE AS noted
  FOR EACH STATEMENT WHEN (current_setting('greenroom.batch', true) <> '')
  EXECUTE FUNCTION greenroom_note_import_changes();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER video_access_changed_by_import AFTER UPDATE ON "video_access"
  REFERENCING OLD TABLE AS replaced NEW TABLE AS noted
  FOR EACH STATEMENT WHEN (current_setting('greenroom.batch', true) <> '')
  EXECUTE FUNCTION greenroom_note_import_changes();
