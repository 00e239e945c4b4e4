CREATE TABLE "heard_webhooks" (
	"signature" text PRIMARY KEY NOT NULL,
	"heard_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webinar_recordings" (
	"event_id" integer PRIMARY KEY NOT NULL,
	"recorded_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "webinar_seats" ADD COLUMN "webinar_id" text;--> statement-breakpoint
ALTER TABLE "webinar_seats" ADD COLUMN "state" text DEFAULT 'waiting' NOT NULL;--> statement-breakpoint
ALTER TABLE "webinar_seats" ADD COLUMN "attempts" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "webinar_seats" ADD COLUMN "last_error" text;--> statement-breakpoint
ALTER TABLE "webinar_seats" ADD COLUMN "tried_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "webinar_seats" ADD COLUMN "seated_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "webinar_seats" ADD COLUMN "attended_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "webinar_seats" ADD COLUMN "is_in_doubt" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "webinar_seats" ADD COLUMN "asks" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "webinar_seats" ADD COLUMN "asks_on" date;--> statement-breakpoint
ALTER TABLE "webinar_recordings" ADD CONSTRAINT "webinar_recordings_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "webinar_seats_webinar_index" ON "webinar_seats" USING btree ("webinar_id","state");--> statement-breakpoint
ALTER TABLE "webinar_seats" ADD CONSTRAINT "webinar_seats_state_check" CHECK ("webinar_seats"."state" in ('waiting', 'seated', 'pending', 'failed', 'withdrawn'));