CREATE TABLE "live_states" (
	"event_id" integer PRIMARY KEY NOT NULL,
	"started_at" timestamp with time zone,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "live_states" ADD CONSTRAINT "live_states_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- Whether an event is live stands in the pages that every node keeps.
CREATE TRIGGER live_states_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "live_states"
  FOR EACH STATEMENT EXECUTE FUNCTION tell_of_event_changes();
