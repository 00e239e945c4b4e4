ALTER TABLE "event_defaults" ADD COLUMN "reminder_minutes" integer[] DEFAULT '{1440,60}' NOT NULL;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "reminder_minutes" integer[] DEFAULT '{1440,60}' NOT NULL;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "reminders_since" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "has_own_reminders" boolean DEFAULT false NOT NULL;