DROP INDEX "message_deliveries_event_index";--> statement-breakpoint
CREATE INDEX "message_deliveries_event_index" ON "message_deliveries" USING btree ("event_id","email","kind");