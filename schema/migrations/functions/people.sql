-- Text as it is searched; `foldText` of kernel/fold-text.ts does the same in TypeScript. ASCII text, which most text
-- is, skips the expensive part.
CREATE OR REPLACE FUNCTION greenroom_plain(written text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN octet_length(written) = length(written) THEN lower(written)
    ELSE replace(replace(replace(translate(lower(regexp_replace(normalize(written, NFKD), '[\u0300-\u036f]', '', 'g')),
      'łøđħı', 'lodhi'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe') END
$$;
--> statement-breakpoint
-- What a person is found by: all names and companies that stand beside their e-mail, none twice, and the
-- e-mail.
CREATE OR REPLACE FUNCTION greenroom_person_words(known text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  registered text;
  granted text;
  holding text;
BEGIN
  SELECT concat_ws(' ', first_name, last_name, company) INTO registered FROM users WHERE email = known;
  SELECT string_agg(DISTINCT concat_ws(' ', first_name, last_name, company), ' ') INTO granted
    FROM video_access
    WHERE email = known AND concat_ws(' ', first_name, last_name, company) IS DISTINCT FROM registered;
  SELECT string_agg(DISTINCT name, ' ') INTO holding FROM event_crew WHERE email = known;
  RETURN greenroom_plain(concat_ws(' ', registered, granted, holding, known));
END
$$;
--> statement-breakpoint
-- Who registers is a person under the key that their row was given; who was known before, or takes an
-- address that was, has that person's. The update ends in this function again, which then finds nothing.
-- In one order, lest two wait for each other; the words are read again where the row was there.
CREATE OR REPLACE FUNCTION greenroom_note_users() RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE OR REPLACE TRIGGER users_known AFTER INSERT ON "users" REFERENCING NEW TABLE AS noted
  FOR EACH STATEMENT EXECUTE FUNCTION greenroom_note_users();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER users_renamed AFTER UPDATE ON "users" REFERENCING NEW TABLE AS noted
  FOR EACH STATEMENT EXECUTE FUNCTION greenroom_note_users();
--> statement-breakpoint
-- Who is given video access is a person from then on. Who stands there already is read again, for they may
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
--> statement-breakpoint
CREATE OR REPLACE TRIGGER video_access_known AFTER INSERT ON "video_access" REFERENCING NEW TABLE AS noted
  FOR EACH STATEMENT EXECUTE FUNCTION greenroom_note_people();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER video_access_renamed AFTER UPDATE ON "video_access" REFERENCING NEW TABLE AS noted
  FOR EACH STATEMENT EXECUTE FUNCTION greenroom_note_people();
--> statement-breakpoint
-- Whoever holds an event is known by that: found by name, and gone with the last place that knows them.
CREATE OR REPLACE FUNCTION greenroom_note_crew() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO people AS known (email, words)
    SELECT email, greenroom_person_words(email)
      FROM (SELECT DISTINCT email FROM noted ORDER BY email) one
    ON CONFLICT (email) DO UPDATE SET words = greenroom_person_words(known.email)
      WHERE known.words <> excluded.words;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER event_crew_known AFTER INSERT ON "event_crew" REFERENCING NEW TABLE AS noted
  FOR EACH STATEMENT EXECUTE FUNCTION greenroom_note_crew();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER event_crew_renamed AFTER UPDATE ON "event_crew" REFERENCING NEW TABLE AS noted
  FOR EACH STATEMENT EXECUTE FUNCTION greenroom_note_crew();
--> statement-breakpoint
-- Nobody is a person here any more whom no table knows; mails hold an e-mail as text, and go with them.
CREATE OR REPLACE FUNCTION forget_deliveries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM message_deliveries d
    USING (SELECT DISTINCT email FROM gone) g
    WHERE d.email = g.email
      AND NOT EXISTS (SELECT FROM users u WHERE u.email = g.email)
      AND NOT EXISTS (SELECT FROM video_access v WHERE v.email = g.email)
      AND NOT EXISTS (SELECT FROM event_crew c WHERE c.email = g.email);
  DELETE FROM people p
    USING (SELECT DISTINCT email FROM gone) g
    WHERE p.email = g.email
      AND NOT EXISTS (SELECT FROM users u WHERE u.email = g.email)
      AND NOT EXISTS (SELECT FROM video_access v WHERE v.email = g.email)
      AND NOT EXISTS (SELECT FROM event_crew c WHERE c.email = g.email);
  UPDATE people p SET words = greenroom_person_words(p.email)
    FROM (SELECT DISTINCT email FROM gone) g
    WHERE p.email = g.email AND p.words <> greenroom_person_words(p.email);
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER users_gone AFTER DELETE ON "users" REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION forget_deliveries();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER video_access_gone AFTER DELETE ON "video_access" REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION forget_deliveries();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER event_crew_gone AFTER DELETE ON "event_crew" REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION forget_deliveries();
