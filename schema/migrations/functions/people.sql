-- Text as it is searched; `foldText` of kernel/fold-text.ts does the same in TypeScript. ASCII text, which most text
-- is, skips the expensive part.
CREATE OR REPLACE FUNCTION greenroom_plain(written text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN octet_length(written) = length(written) THEN lower(written)
    ELSE replace(replace(replace(translate(lower(regexp_replace(normalize(written, NFKD), '[\u0300-\u036f]', '', 'g')),
      'łøđħı', 'lodhi'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe') END
$$;
--> statement-breakpoint
-- The last row with an e-mail takes its person and its mails along. platform/people/save-people.ts inserts people.
CREATE OR REPLACE FUNCTION forget_unreferenced_people() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM outbox_entries d
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
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER users_gone AFTER DELETE ON "users" REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION forget_unreferenced_people();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER video_access_gone AFTER DELETE ON "video_access" REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION forget_unreferenced_people();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER event_crew_gone AFTER DELETE ON "event_crew" REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION forget_unreferenced_people();
