-- Every event has a name in addresses now. What came by another road than the editor has none yet: the first
-- free one of its title, roughly as kernel/slug.ts makes them, or its number.
DO $$
DECLARE
  nameless record;
  plain text;
  free text;
  copy integer;
BEGIN
  FOR nameless IN SELECT id, title FROM events WHERE slug IS NULL ORDER BY id LOOP
    plain := regexp_replace(normalize(nameless.title, NFKD), '[\u0300-\u036f]', '', 'g');
    plain := trim('-' FROM regexp_replace(lower(plain), '[^[:alnum:]]+', '-', 'g'));
    plain := coalesce(nullif(trim('-' FROM left(normalize(plain, NFC), 200)), ''), nameless.id::text);
    free := plain;
    copy := 1;
    WHILE EXISTS (SELECT FROM events WHERE slug = free) LOOP
      copy := copy + 1;
      free := plain || '-' || copy;
    END LOOP;
    UPDATE events SET slug = free WHERE id = nameless.id;
  END LOOP;
END
$$;
--> statement-breakpoint
ALTER TABLE "events" ALTER COLUMN "slug" SET DEFAULT gen_random_uuid()::text;--> statement-breakpoint
ALTER TABLE "events" ALTER COLUMN "slug" SET NOT NULL;--> statement-breakpoint
-- Bridges from before the first release: signatures that named an id alone, cookies by the plain name over https.
ALTER TABLE "server_secrets" DROP COLUMN "bare_until";--> statement-breakpoint
ALTER TABLE "sessions" DROP COLUMN "plain_name_until";
