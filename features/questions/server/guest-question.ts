import { sql, type SQL } from 'drizzle-orm'

/**
 * Returns SQL that stores the registration form's field `questions` as a question to the guest. `registrations` is a
 * query with the columns `id`, `event_id` and `questions`; empty texts are skipped. The SQL can be part of a `with`
 * clause, which saves one statement per registration.
 */
export const saveGuestQuestions = (registrations: SQL): SQL => sql`
  insert into event_questions as known (event_id, registration_id, text, is_from_form)
  select event_id, id, questions, true from (${registrations}) written where questions <> ''
  on conflict (registration_id) where is_from_form do update set text = excluded.text
    where known.text <> excluded.text`
