-- What somebody writes into the registration form is a question on the board as well, and follows the form.
CREATE OR REPLACE FUNCTION greenroom_note_form_questions() RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE OR REPLACE TRIGGER event_registrations_asked AFTER INSERT ON "event_registrations" REFERENCING NEW TABLE AS noted
  FOR EACH STATEMENT WHEN (current_setting('greenroom.loading', true) IS DISTINCT FROM 'yes')
  EXECUTE FUNCTION greenroom_note_form_questions();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER event_registrations_reworded AFTER UPDATE ON "event_registrations" REFERENCING NEW TABLE AS noted
  FOR EACH STATEMENT WHEN (current_setting('greenroom.loading', true) IS DISTINCT FROM 'yes')
  EXECUTE FUNCTION greenroom_note_form_questions();
