CREATE TABLE "sign_in_codes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sign_in_codes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"email" text NOT NULL,
	"browser_hash" text NOT NULL,
	"mailed_at" timestamp with time zone,
	"tries" integer DEFAULT 0 NOT NULL,
	"used_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "message_deliveries" DROP CONSTRAINT "message_deliveries_kind_check";--> statement-breakpoint
CREATE INDEX "sign_in_codes_browser_index" ON "sign_in_codes" USING btree ("browser_hash");--> statement-breakpoint
CREATE INDEX "sign_in_codes_created_index" ON "sign_in_codes" USING btree ("created_at");--> statement-breakpoint
ALTER TABLE "message_deliveries" ADD CONSTRAINT "message_deliveries_kind_check" CHECK ("message_deliveries"."kind" in ('registration_confirmed', 'pre_registration_noted', 'library_access', 'interest_noted', 'date_confirmed', 'reminder_24h', 'reminder_1h', 'moved', 'cancelled', 'recording_ready', 'join_link', 'library_link', 'resubscribe_link', 'sign_in_code'));