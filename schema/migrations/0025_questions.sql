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
ALTER TABLE "event_questions" ADD CONSTRAINT "event_questions_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_questions" ADD CONSTRAINT "event_questions_registration_id_event_registrations_id_fk" FOREIGN KEY ("registration_id") REFERENCES "public"."event_registrations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "question_votes" ADD CONSTRAINT "question_votes_question_id_event_questions_id_fk" FOREIGN KEY ("question_id") REFERENCES "public"."event_questions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "question_votes" ADD CONSTRAINT "question_votes_registration_id_event_registrations_id_fk" FOREIGN KEY ("registration_id") REFERENCES "public"."event_registrations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "event_questions_event_index" ON "event_questions" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "event_questions_registration_index" ON "event_questions" USING btree ("registration_id");--> statement-breakpoint
CREATE UNIQUE INDEX "event_questions_form_unique" ON "event_questions" USING btree ("registration_id") WHERE "event_questions"."is_from_form";--> statement-breakpoint
CREATE INDEX "question_votes_registration_index" ON "question_votes" USING btree ("registration_id");--> statement-breakpoint
-- What somebody writes into the registration form is a question on the board as well, and follows the form.
CREATE FUNCTION greenroom_note_form_questions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM event_questions q USING noted n
    WHERE q.registration_id = n.id AND q.is_from_form AND n.questions = '';
  INSERT INTO event_questions AS known (event_id, registration_id, text, is_from_form)
    SELECT event_id, id, questions, true FROM noted WHERE questions <> ''
    ON CONFLICT (registration_id) WHERE is_from_form DO UPDATE SET text = excluded.text
      WHERE known.text <> excluded.text;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER event_registrations_asked AFTER INSERT ON "event_registrations" REFERENCING NEW TABLE AS noted
  FOR EACH STATEMENT WHEN (current_setting('greenroom.loading', true) IS DISTINCT FROM 'yes')
  EXECUTE FUNCTION greenroom_note_form_questions();
--> statement-breakpoint
CREATE TRIGGER event_registrations_reworded AFTER UPDATE ON "event_registrations" REFERENCING NEW TABLE AS noted
  FOR EACH STATEMENT WHEN (current_setting('greenroom.loading', true) IS DISTINCT FROM 'yes')
  EXECUTE FUNCTION greenroom_note_form_questions();
--> statement-breakpoint
INSERT INTO event_questions (event_id, registration_id, text, is_from_form, created_at)
  SELECT event_id, id, questions, true, created_at FROM event_registrations
    WHERE questions <> '' AND user_id IS NOT NULL ORDER BY id;
