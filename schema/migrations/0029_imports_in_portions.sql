ALTER TABLE "import_batch_changes" DROP CONSTRAINT "import_batch_changes_batch_id_import_batches_id_fk";
--> statement-breakpoint
ALTER TABLE "import_batches" ADD COLUMN "undo_began_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "import_batches" ADD COLUMN "removed" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "import_batches" ADD COLUMN "restored" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "import_batches" ADD COLUMN "left" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "import_batch_changes_row_index" ON "import_batch_changes" USING btree ("row_id","table_name");--> statement-breakpoint
UPDATE "import_batches" SET "undo_began_at" = "undone_at" WHERE "undone_at" IS NOT NULL;
--> statement-breakpoint
-- What an import adds or changes is noted once for each statement, no longer once for each row.
DROP TRIGGER users_imported ON "users";--> statement-breakpoint
DROP TRIGGER event_registrations_imported ON "event_registrations";--> statement-breakpoint
DROP TRIGGER video_access_imported ON "video_access";--> statement-breakpoint
DROP FUNCTION note_import_change();
--> statement-breakpoint
CREATE FUNCTION greenroom_note_import_additions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO import_batch_changes AS known (batch_id, table_name, row_id, before, after)
    SELECT current_setting('greenroom.batch'), TG_TABLE_NAME, n.id, NULL, to_jsonb(n) FROM noted n
    ON CONFLICT (batch_id, table_name, row_id) DO UPDATE SET
      before = NULL, after = known.after || excluded.after;
  RETURN NULL;
END
$$;
--> statement-breakpoint
-- The values of the first change stay those from before the batch.
CREATE FUNCTION greenroom_note_import_changes() RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE TRIGGER users_added_by_import AFTER INSERT ON "users" REFERENCING NEW TABLE AS noted
  FOR EACH STATEMENT WHEN (current_setting('greenroom.batch', true) <> '')
  EXECUTE FUNCTION greenroom_note_import_additions();
--> statement-breakpoint
CREATE TRIGGER users_changed_by_import AFTER UPDATE ON "users"
  REFERENCING OLD TABLE AS replaced NEW TABLE AS noted
  FOR EACH STATEMENT WHEN (current_setting('greenroom.batch', true) <> '')
  EXECUTE FUNCTION greenroom_note_import_changes();
--> statement-breakpoint
CREATE TRIGGER event_registrations_added_by_import AFTER INSERT ON "event_registrations" REFERENCING NEW TABLE AS noted
  FOR EACH STATEMENT WHEN (current_setting('greenroom.batch', true) <> '')
  EXECUTE FUNCTION greenroom_note_import_additions();
--> statement-breakpoint
CREATE TRIGGER event_registrations_changed_by_import AFTER UPDATE ON "event_registrations"
  REFERENCING OLD TABLE AS replaced NEW TABLE AS noted
  FOR EACH STATEMENT WHEN (current_setting('greenroom.batch', true) <> '')
  EXECUTE FUNCTION greenroom_note_import_changes();
--> statement-breakpoint
CREATE TRIGGER video_access_added_by_import AFTER INSERT ON "video_access" REFERENCING NEW TABLE AS noted
  FOR EACH STATEMENT WHEN (current_setting('greenroom.batch', true) <> '')
  EXECUTE FUNCTION greenroom_note_import_additions();
--> statement-breakpoint
CREATE TRIGGER video_access_changed_by_import AFTER UPDATE ON "video_access"
  REFERENCING OLD TABLE AS replaced NEW TABLE AS noted
  FOR EACH STATEMENT WHEN (current_setting('greenroom.batch', true) <> '')
  EXECUTE FUNCTION greenroom_note_import_changes();
--> statement-breakpoint
-- As before; text of plain letters, which most is, needs only to be made small.
CREATE OR REPLACE FUNCTION greenroom_plain(written text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN octet_length(written) = length(written) THEN lower(written)
    ELSE lower(translate(regexp_replace(normalize(written, NFKD), '[\u0300-\u036f]', '', 'g'),
      'ŁłØøĐđĦħı', 'LlOoDdHhi')) END
$$;
--> statement-breakpoint
-- All names and companies beside an e-mail, none twice, and the e-mail.
CREATE OR REPLACE FUNCTION greenroom_person_words(known text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  registered text;
  granted text;
BEGIN
  SELECT concat_ws(' ', first_name, last_name, company) INTO registered FROM users WHERE email = known;
  SELECT string_agg(DISTINCT concat_ws(' ', first_name, last_name, company), ' ') INTO granted
    FROM video_access
    WHERE email = known AND concat_ws(' ', first_name, last_name, company) IS DISTINCT FROM registered;
  RETURN greenroom_plain(concat_ws(' ', registered, granted, known));
END
$$;
--> statement-breakpoint
-- The same for all rows of a statement at once. Who stands there already is read again, for they may
-- just have been made. An import has its people's rows locked: what stands there needs no second look.
CREATE OR REPLACE FUNCTION greenroom_note_people() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO people AS known (email, words)
    SELECT email, greenroom_plain(words) FROM (
      SELECT email, concat_ws(' ', registered, (
          SELECT string_agg(DISTINCT concat_ws(' ', v.first_name, v.last_name, v.company), ' ')
            FROM video_access v WHERE v.email = named.email
              AND concat_ws(' ', v.first_name, v.last_name, v.company) IS DISTINCT FROM registered),
          email) AS words
        FROM (
          SELECT DISTINCT ON (n.email) n.email, CASE WHEN TG_TABLE_NAME = 'users'
              THEN concat_ws(' ', n.first_name, n.last_name, n.company)
              ELSE (SELECT concat_ws(' ', u.first_name, u.last_name, u.company) FROM users u
                WHERE u.email = n.email) END AS registered
            FROM noted n
            WHERE TG_TABLE_NAME = 'users' OR coalesce(current_setting('greenroom.batch', true), '') = ''
              OR NOT EXISTS (SELECT FROM users u WHERE u.email = n.email AND
                concat_ws(' ', u.first_name, u.last_name, u.company) =
                  concat_ws(' ', n.first_name, n.last_name, n.company))
            ORDER BY n.email) named
        OFFSET 0) written
    ON CONFLICT (email) DO UPDATE SET words = greenroom_person_words(known.email)
      WHERE known.words <> excluded.words;
  RETURN NULL;
END
$$;
