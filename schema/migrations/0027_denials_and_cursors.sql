CREATE TABLE "webinar_denials" (
	"webinar_id" text NOT NULL,
	"address_hash" text NOT NULL,
	"denied_at" timestamp with time zone NOT NULL,
	CONSTRAINT "webinar_denials_webinar_id_address_hash_pk" PRIMARY KEY("webinar_id","address_hash")
);
--> statement-breakpoint
ALTER TABLE "provider_tasks" ADD COLUMN "cursor" text;