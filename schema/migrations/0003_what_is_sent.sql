CREATE TABLE "message_deliveries" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "message_deliveries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"email" text NOT NULL,
	"event_id" integer,
	"occasion" text DEFAULT '' NOT NULL,
	"carried_by" integer,
	"state" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"last_error" text,
	"tried_at" timestamp with time zone,
	"sent_at" timestamp with time zone,
	"told_start" timestamp with time zone,
	"message_id" text,
	"answer" text,
	"kept" jsonb,
	"link_first_used_at" timestamp with time zone,
	"link_uses" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "message_deliveries_once_unique" UNIQUE NULLS NOT DISTINCT("kind","email","event_id","occasion"),
	CONSTRAINT "message_deliveries_kind_check" CHECK ("message_deliveries"."kind" in ('registration_confirmed', 'pre_registration_noted', 'library_access', 'interest_noted', 'date_confirmed', 'reminder_24h', 'reminder_1h', 'moved', 'cancelled', 'recording_ready', 'join_link', 'library_link', 'resubscribe_link')),
	CONSTRAINT "message_deliveries_state_check" CHECK ("message_deliveries"."state" in ('waiting', 'sending', 'sent', 'kept', 'failed', 'skipped', 'unknown'))
);
--> statement-breakpoint
CREATE TABLE "server_secrets" (
	"name" text PRIMARY KEY NOT NULL,
	"secret" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webinar_seats" (
	"registration_id" integer PRIMARY KEY NOT NULL,
	"join_url" text,
	"join_count" integer DEFAULT 0 NOT NULL,
	"first_joined_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "calendar_sequence" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "message_deliveries" ADD CONSTRAINT "message_deliveries_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webinar_seats" ADD CONSTRAINT "webinar_seats_registration_id_event_registrations_id_fk" FOREIGN KEY ("registration_id") REFERENCES "public"."event_registrations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "message_deliveries_email_index" ON "message_deliveries" USING btree ("email");--> statement-breakpoint
CREATE INDEX "message_deliveries_event_index" ON "message_deliveries" USING btree ("event_id","kind");--> statement-breakpoint
CREATE INDEX "message_deliveries_carrier_index" ON "message_deliveries" USING btree ("carried_by");--> statement-breakpoint
CREATE INDEX "message_deliveries_open_index" ON "message_deliveries" USING btree ("state") WHERE "message_deliveries"."state" in ('waiting', 'sending');--> statement-breakpoint
-- A calendar entry is another one when its hours change or it is cancelled or comes back; the day
-- counts only where no instant is known. Any edit may cause it, so the table itself keeps count.
CREATE FUNCTION greenroom_calendar_time(event events) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
    WHEN event.event_time ~ '^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}'
      THEN event.event_time || ' ' || coalesce(event.event_end_time, '')
    ELSE coalesce(event.event_date::text, '')
  END || CASE WHEN event.cancelled_at IS NULL THEN '' ELSE ' cancelled' END
$$;
--> statement-breakpoint
CREATE FUNCTION greenroom_raise_calendar_sequence() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF greenroom_calendar_time(NEW) <> greenroom_calendar_time(OLD) THEN
    NEW.calendar_sequence := OLD.calendar_sequence + 1;
  END IF;
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER events_calendar_sequence BEFORE UPDATE ON events
  FOR EACH ROW EXECUTE FUNCTION greenroom_raise_calendar_sequence();
