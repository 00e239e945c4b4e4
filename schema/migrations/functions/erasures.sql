-- A digest of an address that only this database, and a copy of it, can make: keyed by the key of the
-- links, which every copy holds.
CREATE OR REPLACE FUNCTION greenroom_address_hash(address text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  known bytea;
BEGIN
  SELECT secret INTO known FROM server_secrets WHERE name = 'links';
  IF known IS NULL THEN
    INSERT INTO server_secrets (name, secret) VALUES ('links',
        sha256(convert_to(gen_random_uuid()::text || gen_random_uuid() || gen_random_uuid(), 'UTF8')))
      ON CONFLICT DO NOTHING;
    SELECT secret INTO known FROM server_secrets WHERE name = 'links';
  END IF;
  RETURN encode(sha256(known || sha256(known || convert_to('address ' || address, 'UTF8'))), 'hex');
END
$$;
--> statement-breakpoint
-- Who was erased and is known again is still unsubscribed. A copy that is loaded brings its own rows.
CREATE OR REPLACE FUNCTION greenroom_keep_unsubscribed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM erasures WHERE topics <> '{}') THEN
    INSERT INTO unsubscriptions (email, topic)
      SELECT DISTINCT n.email, unnest(e.topics) FROM
        (SELECT email, greenroom_address_hash(email) AS hash FROM noted OFFSET 0) n
        JOIN erasures e ON n.hash = ANY (e.hashes)
      ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER people_back AFTER INSERT ON "people" REFERENCING NEW TABLE AS noted
  FOR EACH STATEMENT WHEN (current_setting('greenroom.loading', true) IS DISTINCT FROM 'yes')
  EXECUTE FUNCTION greenroom_keep_unsubscribed();
