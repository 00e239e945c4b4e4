ALTER TABLE "import_batches" ADD COLUMN "file_name" text;--> statement-breakpoint
ALTER TABLE "import_batches" ADD COLUMN "event_ids" integer[] DEFAULT '{}'::integer[] NOT NULL;