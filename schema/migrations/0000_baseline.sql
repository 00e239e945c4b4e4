-- The tables that Greenroom begins with; their functions and triggers stand in files of their own, below.
CREATE TABLE "event_crew" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "event_crew_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"event_id" integer NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"role" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "event_crew_once_unique" UNIQUE("event_id","email"),
	CONSTRAINT "event_crew_email_check" CHECK ("event_crew"."email" <> '' and "event_crew"."email" = lower("event_crew"."email")),
	CONSTRAINT "event_crew_role_check" CHECK ("event_crew"."role" in ('host', 'guest', 'producer'))
);
--> statement-breakpoint
CREATE TABLE "erasures" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "erasures_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"hashes" text[] DEFAULT '{}'::text[] NOT NULL,
	"topics" text[] DEFAULT '{}'::text[] NOT NULL,
	"mails" integer[] DEFAULT '{}'::integer[] NOT NULL,
	"erased_at" timestamp with time zone DEFAULT now() NOT NULL,
	"written_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "provider_tasks" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "provider_tasks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"erasure_id" integer,
	"provider" text NOT NULL,
	"task" text NOT NULL,
	"webinar_id" text,
	"external_id" text,
	"address_hash" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"outcome" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "provider_tasks_provider_check" CHECK ("provider_tasks"."provider" in ('zoom', 'mailerlite')),
	CONSTRAINT "provider_tasks_task_check" CHECK ("provider_tasks"."task" in ('cancel', 'delete', 'unsubscribe', 'forget')),
	CONSTRAINT "provider_tasks_state_check" CHECK ("provider_tasks"."state" in ('waiting', 'done', 'failed'))
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
	"calendar_sequence" integer DEFAULT 0 NOT NULL,
	"calendar_uid" text DEFAULT gen_random_uuid() || '@greenroom' NOT NULL,
	"slug" text,
	"room_url" text,
	CONSTRAINT "events_slug_unique" UNIQUE("slug"),
	CONSTRAINT "events_calendar_uid_unique" UNIQUE("calendar_uid"),
	CONSTRAINT "events_status_check" CHECK ("events"."status" in ('pre_registration', 'upcoming', 'completed'))
);
--> statement-breakpoint
CREATE TABLE "former_event_slugs" (
	"slug" text PRIMARY KEY NOT NULL,
	"event_id" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "import_batch_changes" (
	"batch_id" text NOT NULL,
	"table_name" text NOT NULL,
	"row_id" integer NOT NULL,
	"before" jsonb,
	"after" jsonb NOT NULL,
	CONSTRAINT "import_batch_changes_batch_id_table_name_row_id_pk" PRIMARY KEY("batch_id","table_name","row_id")
);
--> statement-breakpoint
CREATE TABLE "import_batches" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"username" text,
	"rows" integer DEFAULT 0 NOT NULL,
	"imported" integer DEFAULT 0 NOT NULL,
	"updated" integer DEFAULT 0 NOT NULL,
	"video_only" integer DEFAULT 0 NOT NULL,
	"event_registrations" integer DEFAULT 0 NOT NULL,
	"duplicates" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"undone_at" timestamp with time zone,
	"undone_by" text,
	"undo_began_at" timestamp with time zone,
	"removed" integer DEFAULT 0 NOT NULL,
	"restored" integer DEFAULT 0 NOT NULL,
	"left" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "import_batches_kind_check" CHECK ("import_batches"."kind" in ('attendees', 'video_access'))
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
CREATE TABLE "session_watch_progress" (
	"session_id" integer,
	"event_id" integer NOT NULL,
	"watched" "int4multirange" NOT NULL,
	"position" double precision NOT NULL,
	"duration" double precision NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"email" text NOT NULL,
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "session_watch_progress_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	CONSTRAINT "session_watch_progress_once_unique" UNIQUE("session_id","event_id")
);
--> statement-breakpoint
CREATE TABLE "watch_progress" (
	"email" text NOT NULL,
	"event_id" integer NOT NULL,
	"watched" "int4multirange" NOT NULL,
	"position" double precision NOT NULL,
	"duration" double precision NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "watch_progress_email_event_id_pk" PRIMARY KEY("email","event_id")
);
--> statement-breakpoint
CREATE TABLE "bounce_mailboxes" (
	"name" text PRIMARY KEY NOT NULL,
	"validity" text,
	"last_uid" bigint DEFAULT 0 NOT NULL,
	"read_at" timestamp with time zone,
	"last_error" text
);
--> statement-breakpoint
CREATE TABLE "bounces" (
	"email" text PRIMARY KEY NOT NULL,
	"person_key" text NOT NULL,
	"is_lasting" boolean NOT NULL,
	"reason" text NOT NULL,
	"delivery_id" integer,
	"noted_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
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
	"handed_over_at" timestamp with time zone,
	CONSTRAINT "message_deliveries_once_unique" UNIQUE NULLS NOT DISTINCT("kind","email","event_id","occasion"),
	CONSTRAINT "message_deliveries_kind_check" CHECK ("message_deliveries"."kind" in ('registration_confirmed', 'pre_registration_noted', 'library_access', 'interest_noted', 'date_confirmed', 'reminder_24h', 'reminder_1h', 'moved', 'cancelled', 'recording_ready', 'join_link', 'library_link', 'resubscribe_link', 'sign_in_code', 'address_changed', 'address_left', 'crew_added', 'crew_reminder_24h', 'crew_reminder_1h', 'crew_moved', 'crew_cancelled')),
	CONSTRAINT "message_deliveries_state_check" CHECK ("message_deliveries"."state" in ('waiting', 'sending', 'sent', 'kept', 'failed', 'skipped', 'unknown'))
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
	"address_verified_at" timestamp with time zone,
	CONSTRAINT "consents_once_unique" UNIQUE("user_id","source","wording_version","receive_updates","receive_event_invites")
);
--> statement-breakpoint
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
CREATE TABLE "former_addresses" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "former_addresses_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"person_key" text NOT NULL,
	"email" text NOT NULL,
	"key" text,
	"left_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "people" (
	"key" text PRIMARY KEY DEFAULT replace(gen_random_uuid()::text, '-', '') NOT NULL,
	"email" text NOT NULL,
	"words" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "people_email_unique" UNIQUE("email")
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
	"person_key" text DEFAULT replace(gen_random_uuid()::text, '-', '') NOT NULL,
	CONSTRAINT "users_email_unique" UNIQUE("email"),
	CONSTRAINT "users_email_check" CHECK ("users"."email" <> '' and "users"."email" = lower("users"."email"))
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"action" text NOT NULL,
	"username" text,
	"subject" text DEFAULT '' NOT NULL,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"address" text,
	CONSTRAINT "audit_log_action_check" CHECK ("audit_log"."action" in ('sign_in', 'sign_in_failed', 'event_created', 'event_changed', 'event_deleted', 'picture_uploaded', 'import', 'import_undone', 'sample_removed', 'export', 'restore', 'administrator_added', 'administrator_removed', 'password_changed', 'confirmations_sent', 'mail_sent_again', 'bounce_cleared', 'seat_taken', 'registration_cancelled', 'person_unsubscribed', 'person_erased', 'person_changed', 'person_merged', 'person_exported', 'transcript_given', 'transcript_removed', 'chapters_given', 'crew_added', 'crew_changed', 'crew_removed'))
);
--> statement-breakpoint
CREATE TABLE "backups" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "backups_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"made_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone NOT NULL,
	"name" text NOT NULL,
	"people" integer,
	"rows" integer,
	"size" bigint,
	"failure" text
);
--> statement-breakpoint
CREATE TABLE "pictures" (
	"hash" text PRIMARY KEY NOT NULL,
	"bytes" "bytea" NOT NULL,
	"type" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"points" integer DEFAULT 0 NOT NULL,
	"expire" bigint
);
--> statement-breakpoint
CREATE TABLE "server_secrets" (
	"name" text PRIMARY KEY NOT NULL,
	"secret" "bytea" NOT NULL,
	"bare_until" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "event_questions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "event_questions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"event_id" integer NOT NULL,
	"registration_id" integer NOT NULL,
	"text" text NOT NULL,
	"is_from_form" boolean DEFAULT false NOT NULL,
	"is_shared" boolean DEFAULT false NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "event_questions_state_check" CHECK ("event_questions"."state" in ('open', 'picked', 'answered', 'hidden'))
);
--> statement-breakpoint
CREATE TABLE "question_votes" (
	"question_id" integer NOT NULL,
	"registration_id" integer NOT NULL,
	CONSTRAINT "question_votes_question_id_registration_id_pk" PRIMARY KEY("question_id","registration_id")
);
--> statement-breakpoint
CREATE TABLE "event_registrations" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "event_registrations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer,
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
CREATE TABLE "administrators" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "administrators_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"username" text NOT NULL,
	"password_hash" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "administrators_username_unique" UNIQUE("username")
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
	"plain_name_until" timestamp with time zone,
	CONSTRAINT "sessions_tokenHash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
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
CREATE TABLE "chapters" (
	"event_id" integer NOT NULL,
	"start" integer NOT NULL,
	"title" text NOT NULL,
	CONSTRAINT "chapters_event_id_start_pk" PRIMARY KEY("event_id","start")
);
--> statement-breakpoint
CREATE TABLE "transcript_drafts" (
	"event_id" integer PRIMARY KEY NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"download_url" text NOT NULL,
	"download_token" text,
	"source" text,
	"last_error" text,
	"heard_at" timestamp with time zone NOT NULL,
	CONSTRAINT "transcript_drafts_state_check" CHECK ("transcript_drafts"."state" in ('waiting', 'ready', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "transcript_passages" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "transcript_passages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"event_id" integer NOT NULL,
	"config" text NOT NULL,
	"starts" integer[] NOT NULL,
	"speakers" text[] NOT NULL,
	"spoken" text NOT NULL,
	"folded" text NOT NULL,
	"search" "tsvector" GENERATED ALWAYS AS (to_tsvector(case config when 'danish' then 'danish'::regconfig when 'dutch' then 'dutch'::regconfig when 'english' then 'english'::regconfig when 'finnish' then 'finnish'::regconfig when 'french' then 'french'::regconfig when 'german' then 'german'::regconfig when 'hungarian' then 'hungarian'::regconfig when 'italian' then 'italian'::regconfig when 'norwegian' then 'norwegian'::regconfig when 'portuguese' then 'portuguese'::regconfig when 'romanian' then 'romanian'::regconfig when 'spanish' then 'spanish'::regconfig when 'swedish' then 'swedish'::regconfig else 'simple'::regconfig end, folded)) STORED NOT NULL
);
--> statement-breakpoint
CREATE TABLE "transcripts" (
	"event_id" integer PRIMARY KEY NOT NULL,
	"source" text NOT NULL,
	"file_name" text,
	"language" text NOT NULL,
	"shift_ms" integer DEFAULT 0 NOT NULL,
	"is_public" boolean DEFAULT false NOT NULL,
	"is_sample" boolean DEFAULT false NOT NULL,
	"answer" "bytea" NOT NULL,
	"words" text[] NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "attendance_marks" (
	"registration_id" integer NOT NULL,
	"source" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"step" smallint NOT NULL,
	CONSTRAINT "attendance_marks_registration_id_source_at_step_pk" PRIMARY KEY("registration_id","source","at","step"),
	CONSTRAINT "attendance_marks_source_check" CHECK ("attendance_marks"."source" in ('told', 'reported'))
);
--> statement-breakpoint
CREATE TABLE "attendance_reports" (
	"event_id" integer PRIMARY KEY NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"last_error" text,
	"unregistered" integer DEFAULT 0 NOT NULL,
	"settled_at" timestamp with time zone,
	CONSTRAINT "attendance_reports_state_check" CHECK ("attendance_reports"."state" in ('waiting', 'ready', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "heard_webhooks" (
	"signature" text PRIMARY KEY NOT NULL,
	"heard_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "joins" (
	"registration_id" integer PRIMARY KEY NOT NULL,
	"join_count" integer DEFAULT 0 NOT NULL,
	"first_joined_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "live_states" (
	"event_id" integer PRIMARY KEY NOT NULL,
	"started_at" timestamp with time zone,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "webinar_recordings" (
	"event_id" integer PRIMARY KEY NOT NULL,
	"recorded_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webinar_seats" (
	"registration_id" integer PRIMARY KEY NOT NULL,
	"join_url" text,
	"webinar_id" text,
	"state" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"last_error" text,
	"tried_at" timestamp with time zone,
	"seated_at" timestamp with time zone,
	"attended_at" timestamp with time zone,
	"is_in_doubt" boolean DEFAULT false NOT NULL,
	"spent_on" date,
	CONSTRAINT "webinar_seats_state_check" CHECK ("webinar_seats"."state" in ('waiting', 'seated', 'pending', 'failed', 'withdrawn'))
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
ALTER TABLE "event_crew" ADD CONSTRAINT "event_crew_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provider_tasks" ADD CONSTRAINT "provider_tasks_erasure_id_erasures_id_fk" FOREIGN KEY ("erasure_id") REFERENCES "public"."erasures"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "former_event_slugs" ADD CONSTRAINT "former_event_slugs_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_page_access" ADD CONSTRAINT "member_page_access_video_id_events_id_fk" FOREIGN KEY ("video_id") REFERENCES "public"."events"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_page_access" ADD CONSTRAINT "member_page_access_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_watch_progress" ADD CONSTRAINT "session_watch_progress_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_watch_progress" ADD CONSTRAINT "session_watch_progress_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "watch_progress" ADD CONSTRAINT "watch_progress_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bounces" ADD CONSTRAINT "bounces_person_key_people_key_fk" FOREIGN KEY ("person_key") REFERENCES "public"."people"("key") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "message_deliveries" ADD CONSTRAINT "message_deliveries_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "consents" ADD CONSTRAINT "consents_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mailing_list_groups" ADD CONSTRAINT "mailing_list_groups_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mailing_list_members" ADD CONSTRAINT "mailing_list_members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_groups" ADD CONSTRAINT "user_groups_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "former_addresses" ADD CONSTRAINT "former_addresses_person_key_people_key_fk" FOREIGN KEY ("person_key") REFERENCES "public"."people"("key") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "event_questions" ADD CONSTRAINT "event_questions_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_questions" ADD CONSTRAINT "event_questions_registration_id_event_registrations_id_fk" FOREIGN KEY ("registration_id") REFERENCES "public"."event_registrations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "question_votes" ADD CONSTRAINT "question_votes_question_id_event_questions_id_fk" FOREIGN KEY ("question_id") REFERENCES "public"."event_questions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "question_votes" ADD CONSTRAINT "question_votes_registration_id_event_registrations_id_fk" FOREIGN KEY ("registration_id") REFERENCES "public"."event_registrations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_registrations" ADD CONSTRAINT "event_registrations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_registrations" ADD CONSTRAINT "event_registrations_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "video_access" ADD CONSTRAINT "video_access_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "video_access" ADD CONSTRAINT "video_access_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_administrator_id_administrators_id_fk" FOREIGN KEY ("administrator_id") REFERENCES "public"."administrators"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chapters" ADD CONSTRAINT "chapters_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transcript_drafts" ADD CONSTRAINT "transcript_drafts_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transcript_passages" ADD CONSTRAINT "transcript_passages_event_id_transcripts_event_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."transcripts"("event_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transcripts" ADD CONSTRAINT "transcripts_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attendance_marks" ADD CONSTRAINT "attendance_marks_registration_id_event_registrations_id_fk" FOREIGN KEY ("registration_id") REFERENCES "public"."event_registrations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attendance_reports" ADD CONSTRAINT "attendance_reports_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "joins" ADD CONSTRAINT "joins_registration_id_event_registrations_id_fk" FOREIGN KEY ("registration_id") REFERENCES "public"."event_registrations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "live_states" ADD CONSTRAINT "live_states_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webinar_recordings" ADD CONSTRAINT "webinar_recordings_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webinar_seats" ADD CONSTRAINT "webinar_seats_registration_id_event_registrations_id_fk" FOREIGN KEY ("registration_id") REFERENCES "public"."event_registrations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "zoom_webinar_mappings" ADD CONSTRAINT "zoom_webinar_mappings_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "event_crew_email_index" ON "event_crew" USING btree ("email");--> statement-breakpoint
CREATE INDEX "provider_tasks_address_index" ON "provider_tasks" USING btree ("address_hash");--> statement-breakpoint
CREATE INDEX "provider_tasks_open_index" ON "provider_tasks" USING btree ("id") WHERE "provider_tasks"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "events_status_priority_index" ON "events" USING btree ("status","priority");--> statement-breakpoint
CREATE INDEX "former_event_slugs_event_index" ON "former_event_slugs" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "import_batch_changes_row_index" ON "import_batch_changes" USING btree ("row_id","table_name");--> statement-breakpoint
CREATE INDEX "import_batches_started_index" ON "import_batches" USING btree ("started_at");--> statement-breakpoint
CREATE INDEX "member_page_access_email_index" ON "member_page_access" USING btree ("email","access_type","accessed_at");--> statement-breakpoint
CREATE INDEX "member_page_access_type_index" ON "member_page_access" USING btree ("access_type","accessed_at");--> statement-breakpoint
CREATE INDEX "member_page_access_video_index" ON "member_page_access" USING btree ("video_id");--> statement-breakpoint
CREATE INDEX "member_page_access_session_index" ON "member_page_access" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "member_page_access_address_index" ON "member_page_access" USING btree ("accessed_at") WHERE "member_page_access"."ip_address" is not null or "member_page_access"."user_agent" is not null;--> statement-breakpoint
CREATE INDEX "session_watch_progress_event_index" ON "session_watch_progress" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "session_watch_progress_email_index" ON "session_watch_progress" USING btree ("email");--> statement-breakpoint
CREATE INDEX "watch_progress_event_index" ON "watch_progress" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "bounces_person_index" ON "bounces" USING btree ("person_key");--> statement-breakpoint
CREATE INDEX "message_deliveries_email_index" ON "message_deliveries" USING btree ("email");--> statement-breakpoint
CREATE INDEX "message_deliveries_event_index" ON "message_deliveries" USING btree ("event_id","email","kind");--> statement-breakpoint
CREATE INDEX "message_deliveries_carrier_index" ON "message_deliveries" USING btree ("carried_by");--> statement-breakpoint
CREATE INDEX "message_deliveries_open_index" ON "message_deliveries" USING btree ("state") WHERE "message_deliveries"."state" in ('waiting', 'sending');--> statement-breakpoint
CREATE INDEX "mailing_list_members_state_index" ON "mailing_list_members" USING btree ("state","user_id");--> statement-breakpoint
CREATE INDEX "user_groups_group_index" ON "user_groups" USING btree ("group_type","group_identifier");--> statement-breakpoint
CREATE INDEX "former_addresses_person_index" ON "former_addresses" USING btree ("person_key");--> statement-breakpoint
CREATE INDEX "former_addresses_email_index" ON "former_addresses" USING btree ("email");--> statement-breakpoint
CREATE INDEX "former_addresses_key_index" ON "former_addresses" USING btree ("key");--> statement-breakpoint
CREATE INDEX "people_created_index" ON "people" USING btree ("created_at","key");--> statement-breakpoint
CREATE INDEX "users_newest_index" ON "users" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "audit_log_at_index" ON "audit_log" USING btree ("at");--> statement-breakpoint
CREATE INDEX "backups_made_index" ON "backups" USING btree ("made_at");--> statement-breakpoint
CREATE INDEX "event_questions_event_index" ON "event_questions" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "event_questions_registration_index" ON "event_questions" USING btree ("registration_id");--> statement-breakpoint
CREATE UNIQUE INDEX "event_questions_form_unique" ON "event_questions" USING btree ("registration_id") WHERE "event_questions"."is_from_form";--> statement-breakpoint
CREATE INDEX "question_votes_registration_index" ON "question_votes" USING btree ("registration_id");--> statement-breakpoint
CREATE INDEX "event_registrations_event_index" ON "event_registrations" USING btree ("event_id","created_at");--> statement-breakpoint
CREATE INDEX "event_registrations_newest_index" ON "event_registrations" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "video_access_user_index" ON "video_access" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "video_access_event_index" ON "video_access" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "video_access_newest_index" ON "video_access" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "sessions_email_index" ON "sessions" USING btree ("email");--> statement-breakpoint
CREATE INDEX "sessions_last_used_index" ON "sessions" USING btree ("last_used_at");--> statement-breakpoint
CREATE INDEX "sessions_administrator_index" ON "sessions" USING btree ("administrator_id");--> statement-breakpoint
CREATE INDEX "sign_in_codes_browser_index" ON "sign_in_codes" USING btree ("browser_hash");--> statement-breakpoint
CREATE INDEX "sign_in_codes_created_index" ON "sign_in_codes" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "transcript_passages_event_index" ON "transcript_passages" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "transcript_passages_search_index" ON "transcript_passages" USING gin ("search") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "webinar_seats_webinar_index" ON "webinar_seats" USING btree ("webinar_id","state");--> statement-breakpoint
-- Counted for a minute and lost with a crash: a registration need not wait for the disk twice.
ALTER TABLE "rate_limits" SET UNLOGGED;
--> statement-breakpoint
\ir functions/events.sql
--> statement-breakpoint
\ir functions/audit-log.sql
--> statement-breakpoint
\ir functions/people.sql
--> statement-breakpoint
\ir functions/erasures.sql
--> statement-breakpoint
\ir functions/questions.sql
--> statement-breakpoint
\ir functions/imports.sql
