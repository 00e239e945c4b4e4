CREATE TABLE "page_views" (
	"day" date NOT NULL,
	"path" text NOT NULL,
	"event_id" integer,
	"source" text DEFAULT '' NOT NULL,
	"campaign" text DEFAULT '' NOT NULL,
	"via" text DEFAULT '' NOT NULL,
	"views" integer NOT NULL,
	"forms_opened" integer NOT NULL,
	CONSTRAINT "page_views_day_path_source_campaign_via_pk" PRIMARY KEY("day","path","source","campaign","via")
);
--> statement-breakpoint
CREATE TABLE "visitor_days" (
	"day" date PRIMARY KEY NOT NULL,
	"visitors" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "visitor_keys" (
	"day" date PRIMARY KEY NOT NULL,
	"secret" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "visitor_marks" (
	"day" date NOT NULL,
	"mark" text NOT NULL,
	CONSTRAINT "visitor_marks_day_mark_pk" PRIMARY KEY("day","mark")
);
--> statement-breakpoint
ALTER TABLE "series_registrations" ADD COLUMN "first_touch" jsonb;--> statement-breakpoint
ALTER TABLE "event_registrations" ADD COLUMN "first_touch" jsonb;--> statement-breakpoint
ALTER TABLE "waitlist_entries" ADD COLUMN "first_touch" jsonb;--> statement-breakpoint
ALTER TABLE "page_views" ADD CONSTRAINT "page_views_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visitor_marks" ADD CONSTRAINT "visitor_marks_day_visitor_keys_day_fk" FOREIGN KEY ("day") REFERENCES "public"."visitor_keys"("day") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "page_views_event_index" ON "page_views" USING btree ("event_id","day");