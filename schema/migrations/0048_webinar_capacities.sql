CREATE TABLE "webinar_capacities" (
	"event_id" integer PRIMARY KEY NOT NULL,
	"webinar_id" text NOT NULL,
	"capacity" integer,
	"read_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "webinar_capacities" ADD CONSTRAINT "webinar_capacities_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;