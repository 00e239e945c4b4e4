DROP INDEX "event_registrations_created_at_index";--> statement-breakpoint
DROP INDEX "users_created_at_index";--> statement-breakpoint
DROP INDEX "video_access_created_at_index";--> statement-breakpoint
CREATE INDEX "event_registrations_newest_index" ON "event_registrations" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "users_newest_index" ON "users" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "video_access_newest_index" ON "video_access" USING btree ("created_at","id");