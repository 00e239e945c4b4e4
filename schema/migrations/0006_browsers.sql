ALTER TABLE "message_deliveries" ADD COLUMN "link_allowance" text;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "agent" text;--> statement-breakpoint
ALTER TABLE "sign_in_codes" ADD COLUMN "is_own_browser" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "sessions_created_index" ON "sessions" USING btree ("created_at");--> statement-breakpoint
ALTER TABLE "message_deliveries" ADD CONSTRAINT "message_deliveries_allowance_check" CHECK ("message_deliveries"."link_allowance" in ('own_browser', 'event_day'));