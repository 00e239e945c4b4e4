CREATE TABLE "member_page_access_sums" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "member_page_access_sums_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"email" text NOT NULL,
	"access_type" text NOT NULL,
	"video_id" integer,
	"day" date NOT NULL,
	"uses" integer NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	CONSTRAINT "member_page_access_sums_type_check" CHECK ("member_page_access_sums"."access_type" in ('page_visit', 'video_watch', 'login'))
);
--> statement-breakpoint
ALTER TABLE "member_page_access_sums" ADD CONSTRAINT "member_page_access_sums_video_id_events_id_fk" FOREIGN KEY ("video_id") REFERENCES "public"."events"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "member_page_access_sums_email_index" ON "member_page_access_sums" USING btree ("email","access_type","last_at","uses");--> statement-breakpoint
CREATE INDEX "member_page_access_sums_day_index" ON "member_page_access_sums" USING btree ("day");--> statement-breakpoint
CREATE INDEX "member_page_access_sums_video_index" ON "member_page_access_sums" USING btree ("video_id");--> statement-breakpoint
CREATE INDEX "member_page_access_ended_index" ON "member_page_access" USING btree ("accessed_at") WHERE "member_page_access"."session_id" is null;