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
ALTER TABLE "audit_log" DROP CONSTRAINT "audit_log_action_check";--> statement-breakpoint
ALTER TABLE "chapters" ADD CONSTRAINT "chapters_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transcript_drafts" ADD CONSTRAINT "transcript_drafts_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transcript_passages" ADD CONSTRAINT "transcript_passages_event_id_transcripts_event_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."transcripts"("event_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transcripts" ADD CONSTRAINT "transcripts_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "transcript_passages_event_index" ON "transcript_passages" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "transcript_passages_search_index" ON "transcript_passages" USING gin ("search");--> statement-breakpoint
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_action_check" CHECK ("audit_log"."action" in ('sign_in', 'sign_in_failed', 'event_created', 'event_changed', 'event_deleted', 'picture_uploaded', 'import', 'import_undone', 'sample_removed', 'export', 'restore', 'administrator_added', 'administrator_removed', 'password_changed', 'confirmations_sent', 'transcript_given', 'transcript_removed', 'chapters_given'));