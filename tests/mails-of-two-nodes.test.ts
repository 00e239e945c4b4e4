// @module-tag postgres-only
import { firstEvent } from './support/first-event.ts'
import { expect, onTestFinished, test } from 'vitest'
import { registrationBody } from './support/builders.ts'
import { anotherTestDatabase } from './support/database.ts'
import { startMailServer, type MailServer } from './support/mail-server.ts'
import { querySql } from './support/query-sql.ts'
import { registerOne } from './support/register-crowd.ts'
import { startGreenroom } from './support/start-greenroom.ts'
import { waitUntil } from './support/wait-until.ts'

/** Mails that one node sends concurrently. */
const underWay = 10

async function twoNodes(server: MailServer) {
  const databaseUrl = (await anotherTestDatabase()).url!
  const env = {
    SMTP_URL: server.url,
    MAIL_FROM: 'hello@lights.example',
    RATE_LIMITS: 'off',
    SAMPLE_DATA: '1',
  }
  const first = await startGreenroom({ databaseUrl, env })
  onTestFinished(() => first.close())
  const second = await startGreenroom({ databaseUrl, env })
  onTestFinished(() => second.close())
  const eventId = await firstEvent(first)
  /** Registers people concurrently on both nodes alternately; returns acknowledged emails. */
  async function register(count: number) {
    const answers = Array.from({ length: count }, async (_, number) => {
      const body = registrationBody({ eventIds: [eventId] })
      const { status } = await registerOne(number % 2 ? first.url : second.url, body)
      expect(status).toBe(200)
      return body.email
    })
    return Promise.all(answers)
  }
  async function states() {
    const rows = await querySql<{ state: string; count: number }>(
      databaseUrl,
      'select state, count(*)::int as count from outbox_entries group by state',
    )
    return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
  }
  async function countFailing() {
    const [row] = await querySql<{ count: number }>(
      databaseUrl,
      'select count(*)::int as count from outbox_entries where last_error is not null',
    )
    return row!.count
  }
  return { first, register, states, countFailing }
}

test(
  'two nodes send each person one confirmation, through an outage of the mail server and the death of a node',
  { timeout: 240_000 },
  async () => {
    const server = await startMailServer()
    const { first, register, states, countFailing } = await twoNodes(server)

    await server.close()
    const during = await register(60)
    await waitUntil('12 people told', 90, async () => (await countFailing()) === 120)
    expect(server.mails).toEqual([])
    await server.open()
    await waitUntil('12 people told', 90, async () => (await states()).sent === 120)
    expect(server.mails.map(({ to }) => to).toSorted()).toEqual(during.toSorted())

    server.behave('slow')
    const later = await register(100)
    await waitUntil('mails under way', 90, () => server.mails.length >= 60 + 25)
    await first.kill()
    const takenBefore = new Set(server.mails.map(({ to }) => to))
    server.behave('well')
    await waitUntil('320 mails sent', 90, async () => (await states()).sent === 320)

    expect(await states()).toEqual({ sent: 320 })
    const mailsTo = new Map<string, string[]>()
    for (const { to, messageId } of server.mails) {
      mailsTo.set(to, [...(mailsTo.get(to) ?? []), messageId])
    }
    expect([...mailsTo.keys()].toSorted()).toEqual([...during, ...later].toSorted())
    // Mails that the dead node handed over without recording it are sent again with the same Message-ID.
    const twice = [...mailsTo].filter(([, ids]) => ids.length > 1)
    expect(twice.length).toBeLessThanOrEqual(underWay)
    for (const [email, ids] of twice) {
      expect(takenBefore).toContain(email)
      expect(ids).toHaveLength(2)
      expect(new Set(ids).size).toBe(1)
    }
  },
)
