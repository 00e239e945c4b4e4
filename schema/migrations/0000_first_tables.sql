CREATE TABLE "administrators" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "administrators_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"username" text NOT NULL,
	"password_hash" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "administrators_username_unique" UNIQUE("username")
);
--> statement-breakpoint
CREATE TABLE "consents" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "consents_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"receive_updates" boolean NOT NULL,
	"receive_event_invites" boolean NOT NULL,
	"source" text NOT NULL,
	"wording_version" text NOT NULL,
	"given_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "consents_once_unique" UNIQUE("user_id","source","wording_version","receive_updates","receive_event_invites")
);
--> statement-breakpoint
CREATE TABLE "event_registrations" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "event_registrations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"event_id" integer NOT NULL,
	"questions" text DEFAULT '' NOT NULL,
	"receive_updates" boolean DEFAULT false NOT NULL,
	"receive_event_invites" boolean DEFAULT false NOT NULL,
	"zoom_registration_id" text,
	"registration_source" text DEFAULT 'main_form' NOT NULL,
	"registration_type" text DEFAULT 'confirmed' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "event_registrations_person_event_unique" UNIQUE("user_id","event_id"),
	CONSTRAINT "event_registrations_type_check" CHECK ("event_registrations"."registration_type" in ('pre_registration', 'confirmed'))
);
--> statement-breakpoint
CREATE TABLE "events" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"title" text DEFAULT 'Exclusive Interview' NOT NULL,
	"event_date" date,
	"event_time" text,
	"event_end_time" text,
	"speaker_name" text NOT NULL,
	"speaker_title" text NOT NULL,
	"description" text NOT NULL,
	"video_url" text,
	"feature_image" text NOT NULL,
	"banner_image" text NOT NULL,
	"status" text DEFAULT 'pre_registration' NOT NULL,
	"date_confirmed" boolean DEFAULT false NOT NULL,
	"priority" integer DEFAULT 0 NOT NULL,
	"recording_ready" boolean DEFAULT false NOT NULL,
	"cancelled_at" timestamp with time zone,
	"is_sample" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "events_status_check" CHECK ("events"."status" in ('pre_registration', 'upcoming', 'completed'))
);
--> statement-breakpoint
CREATE TABLE "member_page_access" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "member_page_access_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"email" text NOT NULL,
	"access_type" text NOT NULL,
	"video_id" integer,
	"video_title" text,
	"session_duration" integer,
	"ip_address" text,
	"user_agent" text,
	"session_id" integer,
	"accessed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "member_page_access_type_check" CHECK ("member_page_access"."access_type" in ('page_visit', 'video_watch', 'login'))
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"points" integer DEFAULT 0 NOT NULL,
	"expire" bigint
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sessions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"token_hash" text NOT NULL,
	"email" text,
	"administrator_id" integer,
	"administrator_until" timestamp with time zone,
	"verified_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sessions_tokenHash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "unsubscriptions" (
	"email" text NOT NULL,
	"topic" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "unsubscriptions_email_topic_pk" PRIMARY KEY("email","topic"),
	CONSTRAINT "unsubscriptions_topic_check" CHECK ("unsubscriptions"."topic" in ('news', 'reminders'))
);
--> statement-breakpoint
CREATE TABLE "user_groups" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "user_groups_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"group_type" text NOT NULL,
	"group_identifier" text NOT NULL,
	"mailerlite_group_id" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "user_groups_membership_unique" UNIQUE("user_id","group_type","group_identifier")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "users_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"first_name" text DEFAULT '' NOT NULL,
	"last_name" text DEFAULT '' NOT NULL,
	"email" text NOT NULL,
	"company" text DEFAULT '' NOT NULL,
	"job_title" text DEFAULT '' NOT NULL,
	"mobile" text DEFAULT '' NOT NULL,
	"linkedin" text DEFAULT '' NOT NULL,
	"interests" text[] DEFAULT '{}'::text[] NOT NULL,
	"questions" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_email_unique" UNIQUE("email"),
	CONSTRAINT "users_email_check" CHECK ("users"."email" <> '' and "users"."email" = lower("users"."email"))
);
--> statement-breakpoint
CREATE TABLE "video_access" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "video_access_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer,
	"event_id" integer,
	"receive_event_invites" boolean DEFAULT false NOT NULL,
	"zoom_registration_id" text,
	"video_title" text NOT NULL,
	"first_name" text DEFAULT '' NOT NULL,
	"last_name" text DEFAULT '' NOT NULL,
	"email" text NOT NULL,
	"company" text DEFAULT '' NOT NULL,
	"job_title" text DEFAULT '' NOT NULL,
	"mobile" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "video_access_email_event_unique" UNIQUE NULLS NOT DISTINCT("email","event_id"),
	CONSTRAINT "video_access_email_check" CHECK ("video_access"."email" <> '' and "video_access"."email" = lower("video_access"."email"))
);
--> statement-breakpoint
CREATE TABLE "zoom_webinar_mappings" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "zoom_webinar_mappings_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"event_id" integer NOT NULL,
	"webinar_id" text NOT NULL,
	"webinar_key" text,
	"is_active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "zoom_webinar_mappings_eventId_unique" UNIQUE("event_id")
);
--> statement-breakpoint
ALTER TABLE "consents" ADD CONSTRAINT "consents_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_registrations" ADD CONSTRAINT "event_registrations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_registrations" ADD CONSTRAINT "event_registrations_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_page_access" ADD CONSTRAINT "member_page_access_video_id_events_id_fk" FOREIGN KEY ("video_id") REFERENCES "public"."events"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_page_access" ADD CONSTRAINT "member_page_access_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_administrator_id_administrators_id_fk" FOREIGN KEY ("administrator_id") REFERENCES "public"."administrators"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_groups" ADD CONSTRAINT "user_groups_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "video_access" ADD CONSTRAINT "video_access_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "video_access" ADD CONSTRAINT "video_access_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "zoom_webinar_mappings" ADD CONSTRAINT "zoom_webinar_mappings_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "event_registrations_event_index" ON "event_registrations" USING btree ("event_id","created_at");--> statement-breakpoint
CREATE INDEX "event_registrations_created_at_index" ON "event_registrations" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "events_status_priority_index" ON "events" USING btree ("status","priority");--> statement-breakpoint
CREATE INDEX "member_page_access_email_index" ON "member_page_access" USING btree ("email","access_type","accessed_at");--> statement-breakpoint
CREATE INDEX "member_page_access_type_index" ON "member_page_access" USING btree ("access_type","accessed_at");--> statement-breakpoint
CREATE INDEX "member_page_access_video_index" ON "member_page_access" USING btree ("video_id");--> statement-breakpoint
CREATE INDEX "member_page_access_session_index" ON "member_page_access" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "sessions_last_used_index" ON "sessions" USING btree ("last_used_at");--> statement-breakpoint
CREATE INDEX "sessions_administrator_index" ON "sessions" USING btree ("administrator_id");--> statement-breakpoint
CREATE INDEX "user_groups_group_index" ON "user_groups" USING btree ("group_type","group_identifier");--> statement-breakpoint
CREATE INDEX "users_created_at_index" ON "users" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "video_access_user_index" ON "video_access" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "video_access_event_index" ON "video_access" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "video_access_created_at_index" ON "video_access" USING btree ("created_at");