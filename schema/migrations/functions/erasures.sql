-- A digest of an address that only this database, and a copy of it, can make: every copy holds its key, which
-- signs nothing.
CREATE OR REPLACE FUNCTION greenroom_address_hash(address text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  known bytea;
BEGIN
  SELECT secret INTO known FROM server_secrets WHERE name = 'addresses';
  IF known IS NULL THEN
    INSERT INTO server_secrets (name, secret) VALUES ('addresses',
        sha256(convert_to(gen_random_uuid()::text || gen_random_uuid() || gen_random_uuid(), 'UTF8')))
      ON CONFLICT DO NOTHING;
    SELECT secret INTO known FROM server_secrets WHERE name = 'addresses';
  END IF;
  RETURN encode(sha256(known || sha256(known || convert_to('address ' || address, 'UTF8'))), 'hex');
END
$$;
--> statement-breakpoint
-- Every digest that an address may be known by: the one of today, and that of before digests had a key of their own.
CREATE OR REPLACE FUNCTION greenroom_address_hashes(address text) RETURNS text[] LANGUAGE plpgsql AS $$
BEGIN
  RETURN greenroom_address_hash(address) || array(
    SELECT encode(sha256(secret || sha256(secret || convert_to('address ' || address, 'UTF8'))), 'hex')
    FROM server_secrets WHERE name = 'addresses before');
END
$$;
--> statement-breakpoint
-- Who was erased and is known again is still unsubscribed. A copy that is loaded brings its own rows.
CREATE OR REPLACE FUNCTION greenroom_keep_unsubscribed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM erasures WHERE topics <> '{}') THEN
    INSERT INTO unsubscriptions (email, topic)
      SELECT DISTINCT n.email, unnest(e.topics) FROM
        (SELECT email, greenroom_address_hashes(email) AS hashes FROM noted OFFSET 0) n
        JOIN erasures e ON e.hashes && n.hashes
      ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER people_back AFTER INSERT ON "people" REFERENCING NEW TABLE AS noted
  FOR EACH STATEMENT WHEN (current_setting('greenroom.loading', true) IS DISTINCT FROM 'yes')
  EXECUTE FUNCTION greenroom_keep_unsubscribed();
