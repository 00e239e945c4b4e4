// @module-tag postgres-only
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { logInAdministrator } from '#features/sign-in/contract.ts'
import { registrationBody } from './support/builders.ts'
import { anotherTestDatabase } from './support/database.ts'
import { firstEvent } from './support/first-event.ts'
import { startMailServer } from './support/mail-server.ts'
import { querySql } from './support/query-sql.ts'
import { registerOne } from './support/register-crowd.ts'
import { startGreenroom } from './support/start-greenroom.ts'
import { waitUntil } from './support/wait-until.ts'

/** Starts a site with an event of three seats, all taken, and three people in line. */
async function fullEventStage() {
  const server = await startMailServer()
  const databaseUrl = (await anotherTestDatabase()).url!
  const greenroom = await startGreenroom({
    databaseUrl,
    env: { SMTP_URL: server.url, MAIL_FROM: 'hello@lights.example', RATE_LIMITS: 'off' },
  })
  onTestFinished(() => greenroom.close())
  const { url, adminUsername: username, adminPassword: password } = greenroom
  const query = (text: string) => querySql<Record<string, string | number>>(databaseUrl, text)
  const eventId = await firstEvent(greenroom)
  await query(`update events set capacity = 3 where id = ${eventId}`)
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) {
    const email = `${name}@example.com`
    const body = registrationBody({ email, eventIds: [eventId], waitlist: true })
    expect((await registerOne(url, body)).status).toBe(200)
  }
  const login = await fetch(url + logInAdministrator.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  })
  const cookie = login.headers.getSetCookie()[0]!.split(';')[0]!
  /** Cancels a person's registration. Returns the status, or undefined if the site died before it answered. */
  async function cancel(name: string) {
    const [row] =
      await query(`select r.id from event_registrations r join users u on u.id = r.user_id
      where u.email = '${name}@example.com'`)
    const answer = await fetch(`${url}/api/admin/registrations/${row!['id']}`, {
      method: 'DELETE',
      headers: { cookie },
    }).catch(() => undefined)
    return answer?.status
  }
  async function isAllSent() {
    const left = await query(
      `select kind, email, state from outbox_entries where state not in ('sent', 'skipped')`,
    )
    if (left.length > 0) throw new Error(JSON.stringify(left))
    return true
  }
  await waitUntil('every mail sent', 60, isAllSent)
  /** Returns the people with a seat, those with an offer and those in line, by the letter of their email. */
  async function places() {
    const [row] = await query(`select
      (select string_agg(left(u.email, 1), '' order by u.email) from event_registrations r
        join users u on u.id = r.user_id where r.event_id = ${eventId}) as seated,
      (select string_agg(left(u.email, 1), '' order by w.id) from waitlist_entries w
        join users u on u.id = w.user_id where w.state = 'offered') as offered,
      (select string_agg(left(u.email, 1), '' order by w.id) from waitlist_entries w
        join users u on u.id = w.user_id where w.state = 'waiting') as waiting`)
    return row
  }
  const offers = () => server.mails.filter(({ subject }) => subject.includes('seat is free'))
  return { server, databaseUrl, greenroom, query, cancel, places, offers, isAllSent }
}

test(
  'a seat that is given up while the site is killed is offered once and mailed once',
  { timeout: 300_000 },
  async () => {
    const stage = await fullEventStage()
    const { server, greenroom, cancel, places, offers, isAllSent, query } = stage
    const offeredTo = () => offers().map(({ to }) => to)

    // Killed inside the transaction, after the offer and its outbox entry.
    await query(`create function hold_offer() returns trigger language plpgsql as
      'begin perform pg_advisory_xact_lock_shared(51); return null; end'`)
    await query(`create trigger hold_offer after insert on outbox_entries for each row
      when (new.kind = 'seat_offered') execute function hold_offer()`)
    const lock = new Client({ connectionString: stage.databaseUrl })
    await lock.connect()
    await lock.query('select pg_advisory_lock(51)')
    const cutOff = cancel('a')
    await waitUntil('the offer waits for the lock', 30, async () => {
      const held = `select pid from pg_locks where locktype = 'advisory' and objid = 51 and not granted`
      return (await query(held)).length > 0
    })
    await greenroom.kill()
    await lock.end()
    expect(await cutOff).toBe(undefined)
    await greenroom.restart()
    expect(await places()).toEqual({ seated: 'abc', offered: null, waiting: 'def' })

    // Killed after the transaction, before the mail server received the mail.
    await server.close()
    expect(await cancel('a')).toBe(200)
    await greenroom.kill()
    await server.open()
    await greenroom.restart()
    await waitUntil(
      'the first offer sent',
      60,
      async () => offers().length > 0 && (await isAllSent()),
    )
    expect(await places()).toEqual({ seated: 'bc', offered: 'd', waiting: 'ef' })
    expect(offeredTo()).toEqual(['d@example.com'])

    // Killed after the mail server received the mail, before its answer: the repetition has the same Message-ID, by
    // which mail programs show one mail.
    server.behave('never answers')
    expect(await cancel('b')).toBe(200)
    await waitUntil('the second offer received', 60, () => offers().length === 2)
    await greenroom.kill()
    await server.close()
    await server.open()
    server.behave('well')
    await greenroom.restart()
    await waitUntil('the second offer sent', 150, isAllSent)
    expect(await cancel('c')).toBe(200)
    await waitUntil(
      'the third offer sent',
      60,
      async () => offers().length > 3 && (await isAllSent()),
    )
    expect(await places()).toEqual({ seated: null, offered: 'def', waiting: null })
    expect(offeredTo()).toEqual(['d', 'e', 'e', 'f'].map((name) => `${name}@example.com`))
    expect(new Set(offers().map(({ messageId }) => messageId)).size).toBe(3)
    const entries = await query(`select email from outbox_entries where kind = 'seat_offered'`)
    expect(entries).toHaveLength(3)
    await greenroom.stop()
  },
)
