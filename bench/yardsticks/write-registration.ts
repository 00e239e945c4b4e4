import type { PoolClient } from 'pg'
import { visitor } from '#bench/stage/people.ts'
import { consentWording } from '#features/registrations/rules.ts'

const statements = {
  person:
    'insert into users (first_name, last_name, email, company, job_title) ' +
    'values ($1, $2, $3, $4, $5) returning id',
  registration:
    'insert into event_registrations (user_id, event_id, questions, receive_updates, ' +
    'receive_event_invites) values ($1, $2, $3, true, true)',
  consent:
    'insert into consents (user_id, receive_updates, receive_event_invites, source, ' +
    "wording_version) values ($1, true, true, 'main_form', $2)",
  told:
    'insert into outbox_entries (kind, email, event_id) ' +
    "values ('registration_confirmed', $1, $2), ('library_access', $1, null) returning id",
  job: "insert into jobs.job (name, data, priority) values ('send-message', $1, 10)",
}

/**
 * Writes the rows of a registration, one transaction per person. `named`: each connection parses and plans each
 * statement once.
 */
export async function writeRegistration(
  client: PoolClient,
  number: number,
  { eventId, named }: { eventId: number; named: boolean },
) {
  const person = visitor(number, eventId)
  const ask = (name: keyof typeof statements, values: unknown[]) =>
    client.query({ ...(named && { name }), text: statements[name], values })
  await client.query('begin')
  const { rows } = await ask('person', [
    person.firstName,
    person.lastName,
    person.email,
    person.company,
    person.jobTitle,
  ])
  await ask('registration', [rows[0].id, eventId, person.questions])
  await ask('consent', [rows[0].id, consentWording.version])
  const told = await ask('told', [person.email, eventId])
  await ask('job', [JSON.stringify({ outboxEntryId: told.rows[0].id })])
  await client.query('commit')
}
