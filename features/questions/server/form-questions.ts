import { sql, type SQL } from 'drizzle-orm'

/**
 * Stores what was written into the registration form as a question on the board. `registrations` is a query of
 * `id`, `event_id` and `questions`; a blank text is no question. For a statement of its own, or for `with`, so that a
 * registration needs no statement more.
 */
export const saveFormQuestions = (registrations: SQL): SQL => sql`
  insert into event_questions as known (event_id, registration_id, text, is_from_form)
  select event_id, id, questions, true from (${registrations}) written where questions <> ''
  on conflict (registration_id) where is_from_form do update set text = excluded.text
    where known.text <> excluded.text`
