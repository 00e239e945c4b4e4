CREATE TABLE "session_watch_progress" (
	"session_id" integer NOT NULL,
	"event_id" integer NOT NULL,
	"watched" "int4multirange" NOT NULL,
	"position" double precision NOT NULL,
	"duration" double precision NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "session_watch_progress_session_id_event_id_pk" PRIMARY KEY("session_id","event_id")
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
ALTER TABLE "session_watch_progress" ADD CONSTRAINT "session_watch_progress_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_watch_progress" ADD CONSTRAINT "session_watch_progress_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "watch_progress" ADD CONSTRAINT "watch_progress_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "session_watch_progress_event_index" ON "session_watch_progress" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "watch_progress_event_index" ON "watch_progress" USING btree ("event_id");