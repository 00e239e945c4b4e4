CREATE TABLE "people" (
	"key" text PRIMARY KEY DEFAULT replace(gen_random_uuid()::text, '-', '') NOT NULL,
	"email" text NOT NULL,
	"words" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "people_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE INDEX "people_created_index" ON "people" USING btree ("created_at","key");--> statement-breakpoint
-- Letters without accents and in one case, as the desk searches them. Some letters bear a stroke that is
-- no sign on another one.
CREATE FUNCTION greenroom_plain(written text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT lower(translate(regexp_replace(normalize(written, NFKD), '[\u0300-\u036f]', '', 'g'),
    'ŁłØøĐđĦħı', 'LlOoDdHhi'))
$$;
--> statement-breakpoint
-- What a person is found by: all names and companies that stand beside their e-mail, and the e-mail.
CREATE FUNCTION greenroom_person_words(known text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  registered text;
  granted text;
BEGIN
  SELECT concat_ws(' ', first_name, last_name, company) INTO registered FROM users WHERE email = known;
  SELECT string_agg(concat_ws(' ', first_name, last_name, company), ' ') INTO granted
    FROM video_access WHERE email = known;
  RETURN greenroom_plain(concat_ws(' ', registered, granted, known));
END
$$;
--> statement-breakpoint
-- Who becomes known by whatever road is a person from that moment on. In one order, lest two wait for
-- each other; the words are read again where the row was there, for it may just have been made.
CREATE FUNCTION greenroom_note_people() RETURNS trigger LANGUAGE plpgsql AS $$
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
INSERT INTO people (email, created_at)
  SELECT email, min(created_at) FROM (
    SELECT email, created_at FROM users UNION ALL SELECT email, created_at FROM video_access) known
  GROUP BY email;
--> statement-breakpoint
UPDATE people SET words = greenroom_person_words(email);
--> statement-breakpoint
CREATE TRIGGER users_known AFTER INSERT ON "users" REFERENCING NEW TABLE AS noted
  FOR EACH STATEMENT EXECUTE FUNCTION greenroom_note_people();
--> statement-breakpoint
CREATE TRIGGER users_renamed AFTER UPDATE ON "users" REFERENCING NEW TABLE AS noted
  FOR EACH STATEMENT EXECUTE FUNCTION greenroom_note_people();
--> statement-breakpoint
CREATE TRIGGER video_access_known AFTER INSERT ON "video_access" REFERENCING NEW TABLE AS noted
  FOR EACH STATEMENT EXECUTE FUNCTION greenroom_note_people();
--> statement-breakpoint
CREATE TRIGGER video_access_renamed AFTER UPDATE ON "video_access" REFERENCING NEW TABLE AS noted
  FOR EACH STATEMENT EXECUTE FUNCTION greenroom_note_people();
--> statement-breakpoint
-- Nobody is a person here any more whom neither table knows; the mails go with them, as before.
CREATE OR REPLACE FUNCTION forget_deliveries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM message_deliveries d
    USING (SELECT DISTINCT email FROM gone) g
    WHERE d.email = g.email
      AND NOT EXISTS (SELECT FROM users u WHERE u.email = g.email)
      AND NOT EXISTS (SELECT FROM video_access v WHERE v.email = g.email);
  DELETE FROM people p
    USING (SELECT DISTINCT email FROM gone) g
    WHERE p.email = g.email
      AND NOT EXISTS (SELECT FROM users u WHERE u.email = g.email)
      AND NOT EXISTS (SELECT FROM video_access v WHERE v.email = g.email);
  UPDATE people p SET words = greenroom_person_words(p.email)
    FROM (SELECT DISTINCT email FROM gone) g
    WHERE p.email = g.email AND p.words <> greenroom_person_words(p.email);
  RETURN NULL;
END
$$;
