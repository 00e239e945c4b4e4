DROP INDEX "member_page_access_email_index";--> statement-breakpoint
ALTER TABLE "member_page_access" ADD COLUMN "repeats" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "member_page_access_email_index" ON "member_page_access" USING btree ("email","access_type","accessed_at","repeats");