CREATE TABLE "rendered_pages" (
	"hash" text PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"html" text NOT NULL,
	"pictures" jsonb NOT NULL,
	"mistake" text,
	"is_plain" boolean DEFAULT false NOT NULL
);
