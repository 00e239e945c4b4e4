-- platform/people/save-people.ts writes people and their search text now.
DROP TRIGGER IF EXISTS users_known ON "users";--> statement-breakpoint
DROP TRIGGER IF EXISTS users_renamed ON "users";--> statement-breakpoint
DROP TRIGGER IF EXISTS video_access_known ON "video_access";--> statement-breakpoint
DROP TRIGGER IF EXISTS video_access_renamed ON "video_access";--> statement-breakpoint
DROP TRIGGER IF EXISTS event_crew_known ON "event_crew";--> statement-breakpoint
DROP TRIGGER IF EXISTS event_crew_renamed ON "event_crew";--> statement-breakpoint
\ir functions/people.sql
--> statement-breakpoint
DROP FUNCTION IF EXISTS greenroom_note_users();--> statement-breakpoint
DROP FUNCTION IF EXISTS greenroom_note_people();--> statement-breakpoint
DROP FUNCTION IF EXISTS greenroom_note_crew();--> statement-breakpoint
DROP FUNCTION IF EXISTS greenroom_person_words(text);
