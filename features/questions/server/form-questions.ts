import { sql, type SQL } from 'drizzle-orm'

/**
 * Returns SQL that stores the text of the registration form as a question. `registrations` is a query of
 * `id`, `event_id` and `questions`; blank texts are skipped. Use it as a statement, or in `with` to save a
 * statement per registration.
 */
export const saveFormQuestions = (registrations: SQL): SQL => sql`
  insert into event_questions as known (event_id, registration_id, text, is_from_form)
  select event_id, id, questions, true from (${registrations}) written where questions <> ''
  on conflict (registration_id) where is_from_form do update set text = excluded.text
    where known.text <> excluded.text`
