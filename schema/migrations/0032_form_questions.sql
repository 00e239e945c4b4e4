-- features/questions/server/form-questions.ts writes these questions now.
DROP TRIGGER IF EXISTS event_registrations_asked ON "event_registrations";--> statement-breakpoint
DROP TRIGGER IF EXISTS event_registrations_reworded ON "event_registrations";--> statement-breakpoint
DROP FUNCTION IF EXISTS greenroom_note_form_questions();
