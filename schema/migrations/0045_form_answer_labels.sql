ALTER TABLE "form_answers" ADD COLUMN "label" text;--> statement-breakpoint
UPDATE "form_answers" a SET "label" = q."label" FROM "form_questions" q WHERE q."id" = a."question_id";--> statement-breakpoint
ALTER TABLE "form_answers" ALTER COLUMN "label" SET NOT NULL;
