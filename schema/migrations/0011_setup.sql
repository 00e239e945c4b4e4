CREATE TABLE "setup_marks" (
	"mark" text PRIMARY KEY NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "setup_marks_mark_check" CHECK ("setup_marks"."mark" in ('opened', 'dismissed', 'series', 'look', 'address', 'mail', 'privacy', 'copies', 'event'))
);
--> statement-breakpoint
INSERT INTO "setup_marks" ("mark") SELECT 'dismissed' WHERE EXISTS (SELECT 1 FROM "administrators");
