CREATE TABLE "mailing_list_groups" (
	"event_id" integer PRIMARY KEY NOT NULL,
	"group_id" text,
	"claimed_until" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "mailing_list_members" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"subscriber_id" text,
	"told" text,
	"told_version" timestamp with time zone,
	"slot_at" timestamp with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"last_error" text,
	"tried_at" timestamp with time zone,
	"synced_at" timestamp with time zone,
	"resubscribed_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "mailing_list_members_state_check" CHECK ("mailing_list_members"."state" in ('waiting', 'syncing', 'synced', 'failed', 'left'))
);
--> statement-breakpoint
CREATE TABLE "mailing_list_pace" (
	"id" integer PRIMARY KEY NOT NULL,
	"next_slot_at" timestamp with time zone NOT NULL,
	"closed_until" timestamp with time zone,
	"swept_user_id" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "mailing_list_groups" ADD CONSTRAINT "mailing_list_groups_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mailing_list_members" ADD CONSTRAINT "mailing_list_members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mailing_list_members_state_index" ON "mailing_list_members" USING btree ("state","user_id");