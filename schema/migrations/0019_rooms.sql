CREATE TABLE "joins" (
	"registration_id" integer PRIMARY KEY NOT NULL,
	"join_count" integer DEFAULT 0 NOT NULL,
	"first_joined_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "room_url" text;--> statement-breakpoint
ALTER TABLE "joins" ADD CONSTRAINT "joins_registration_id_event_registrations_id_fk" FOREIGN KEY ("registration_id") REFERENCES "public"."event_registrations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- Going in is counted in one place, whichever way somebody took.
INSERT INTO "joins" ("registration_id", "join_count", "first_joined_at")
	SELECT "registration_id", "join_count", "first_joined_at" FROM "webinar_seats" WHERE "first_joined_at" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "webinar_seats" DROP COLUMN "join_count";--> statement-breakpoint
ALTER TABLE "webinar_seats" DROP COLUMN "first_joined_at";