ALTER TABLE "outbox_entries" ADD COLUMN "resend_of" text;--> statement-breakpoint
ALTER TABLE "outbox_entries" ADD COLUMN "is_test" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "outbox_entries" ADD COLUMN "code_id" integer;--> statement-breakpoint
ALTER TABLE "outbox_entries" ADD COLUMN "code_created_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "outbox_entries" ADD COLUMN "topics" text[];--> statement-breakpoint
ALTER TABLE "outbox_entries" ADD COLUMN "former_registration_id" integer;--> statement-breakpoint
-- Fills the columns with the parts of the keys of earlier releases, which code no longer parses.
UPDATE "outbox_entries" SET
    "resend_of" = CASE WHEN "dedupe_key" ~ '(^| )again [^ ]+$'
      THEN regexp_replace("dedupe_key", ' ?again [^ ]+$', '') END,
    "is_test" = "announcement_id" IS NOT NULL AND "dedupe_key" ~ '^[0-9]+ test ',
    "code_id" = substring("dedupe_key" FROM '^code ([0-9]+) of [^ ]+$')::integer,
    "code_created_at" = substring("dedupe_key" FROM '^code [0-9]+ of ([0-9TZ:.-]+)$')::timestamptz,
    "topics" = string_to_array(substring("dedupe_key" FROM '^(news|reminders|news\+reminders)( |$)'), '+'),
    "former_registration_id" = substring("dedupe_key" FROM ' ?of registration ([0-9]+)$')::integer
  WHERE "dedupe_key" ~ '(^| )again |^[0-9]+ test |^code [0-9]+ of |^(news|reminders)|of registration [0-9]+$';
