ALTER TABLE "users" ADD COLUMN "person_key" text;
--> statement-breakpoint
-- Nobody becomes known, renamed or imported by this.
ALTER TABLE "users" DISABLE TRIGGER USER;--> statement-breakpoint
UPDATE users SET person_key = coalesce((SELECT p.key FROM people p WHERE p.email = users.email),
  replace(gen_random_uuid()::text, '-', ''));
--> statement-breakpoint
ALTER TABLE "users" ENABLE TRIGGER USER;--> statement-breakpoint
ALTER TABLE "users" ALTER COLUMN "person_key" SET DEFAULT replace(gen_random_uuid()::text, '-', '');--> statement-breakpoint
ALTER TABLE "users" ALTER COLUMN "person_key" SET NOT NULL;
--> statement-breakpoint
-- Who registers is a person under the key that their row was given; who was known before, or takes an
-- address that was, has that person's. The update ends in this function again, which then finds nothing.
CREATE FUNCTION greenroom_note_users() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  others integer[];
BEGIN
  INSERT INTO people AS known (key, email, words)
    SELECT CASE TG_OP WHEN 'INSERT' THEN person_key ELSE replace(gen_random_uuid()::text, '-', '') END,
        email, greenroom_plain(words) FROM (
      SELECT person_key, email, concat_ws(' ', registered, (
          SELECT string_agg(DISTINCT concat_ws(' ', v.first_name, v.last_name, v.company), ' ')
            FROM video_access v WHERE v.email = named.email
              AND concat_ws(' ', v.first_name, v.last_name, v.company) IS DISTINCT FROM registered),
          email) AS words
        FROM (
          SELECT n.person_key, n.email, concat_ws(' ', n.first_name, n.last_name, n.company) AS registered
            FROM noted n ORDER BY n.email) named
        OFFSET 0) written
    ON CONFLICT (email) DO UPDATE SET words = greenroom_person_words(known.email)
      WHERE known.words <> excluded.words;
  others := ARRAY(SELECT n.id FROM noted n
    WHERE n.person_key <> (SELECT p.key FROM people p WHERE p.email = n.email));
  IF others <> '{}' THEN
    UPDATE users u SET person_key = (SELECT p.key FROM people p WHERE p.email = u.email)
      WHERE u.id = ANY (others);
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
DROP TRIGGER users_known ON "users";--> statement-breakpoint
DROP TRIGGER users_renamed ON "users";--> statement-breakpoint
CREATE TRIGGER users_known AFTER INSERT ON "users" REFERENCING NEW TABLE AS noted
  FOR EACH STATEMENT EXECUTE FUNCTION greenroom_note_users();
--> statement-breakpoint
CREATE TRIGGER users_renamed AFTER UPDATE ON "users" REFERENCING NEW TABLE AS noted
  FOR EACH STATEMENT EXECUTE FUNCTION greenroom_note_users();
--> statement-breakpoint
-- As before, of what notes video access alone now.
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
          SELECT DISTINCT ON (n.email) n.email, (
              SELECT concat_ws(' ', u.first_name, u.last_name, u.company) FROM users u
                WHERE u.email = n.email) AS registered
            FROM noted n
            WHERE coalesce(current_setting('greenroom.batch', true), '') = ''
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
