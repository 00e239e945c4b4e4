-- What an unverified session wrote is its own, and stays for figures when it ends. What a verified one
-- wrote stands in the person's rows already.
DELETE FROM "session_watch_progress" p USING "sessions" s
  WHERE s.id = p.session_id AND (s.verified_at IS NOT NULL OR s.email IS NULL);--> statement-breakpoint
ALTER TABLE "session_watch_progress" ADD COLUMN "email" text;--> statement-breakpoint
UPDATE "session_watch_progress" p SET "email" = s.email FROM "sessions" s WHERE s.id = p.session_id;--> statement-breakpoint
ALTER TABLE "session_watch_progress" ALTER COLUMN "email" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "session_watch_progress" DROP CONSTRAINT "session_watch_progress_session_id_sessions_id_fk";--> statement-breakpoint
ALTER TABLE "session_watch_progress" DROP CONSTRAINT "session_watch_progress_session_id_event_id_pk";--> statement-breakpoint
ALTER TABLE "session_watch_progress" ALTER COLUMN "session_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "session_watch_progress" ADD COLUMN "id" integer PRIMARY KEY NOT NULL GENERATED ALWAYS AS IDENTITY (sequence name "session_watch_progress_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1);--> statement-breakpoint
ALTER TABLE "session_watch_progress" ADD CONSTRAINT "session_watch_progress_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_watch_progress" ADD CONSTRAINT "session_watch_progress_once_unique" UNIQUE("session_id","event_id");--> statement-breakpoint
CREATE INDEX "session_watch_progress_email_index" ON "session_watch_progress" USING btree ("email");--> statement-breakpoint
CREATE INDEX "sessions_email_index" ON "sessions" USING btree ("email");--> statement-breakpoint
CREATE INDEX "member_page_access_address_index" ON "member_page_access" USING btree ("accessed_at") WHERE "member_page_access"."ip_address" is not null or "member_page_access"."user_agent" is not null;--> statement-breakpoint
CREATE INDEX "audit_log_at_index" ON "audit_log" USING btree ("at");--> statement-breakpoint
-- Whoever is signed in over https holds a cookie by the plain name: it opens that session a month more.
ALTER TABLE "sessions" ADD COLUMN "plain_name_until" timestamp with time zone;--> statement-breakpoint
UPDATE "sessions" SET "plain_name_until" = now() + interval '30 days';--> statement-breakpoint
-- Only a link in a mail that opened the library shows whose address it is.
ALTER TABLE "consents" ADD COLUMN "address_verified_at" timestamp with time zone;--> statement-breakpoint
UPDATE "consents" c SET "address_verified_at" = d.first FROM "users" u, (
    SELECT email, min(link_first_used_at) AS first FROM "message_deliveries" GROUP BY email) d
  WHERE u.id = c.user_id AND d.email = u.email AND d.first IS NOT NULL;--> statement-breakpoint
-- The one removal from the audit log: what is older than the months that the remover says lines are
-- kept, in its own transaction, and never what is younger than one.
CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  kept_months int := nullif(current_setting('greenroom.keep_audit_months', true), '')::int;
BEGIN
  IF TG_OP = 'DELETE' AND kept_months >= 1 THEN
    IF OLD.at < now() - make_interval(months => kept_months) THEN RETURN OLD; END IF;
  END IF;
  RAISE EXCEPTION 'the audit log is append-only' USING ERRCODE = 'insufficient_privilege';
END
$$;
