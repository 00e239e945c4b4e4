// @module-tag postgres-only
import { firstEvent } from './support/first-event.ts'
import { createHmac } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { registrationBody } from './support/builders.ts'
import { anotherTestDatabase } from './support/database.ts'
import { startMailerliteServer } from './support/mailerlite-server.ts'
import { querySql } from './support/query-sql.ts'
import { registerOne } from './support/register-crowd.ts'
import { startGreenroom } from './support/start-greenroom.ts'
import { waitUntil } from './support/wait-until.ts'

const secret = 'a-secret-of-the-webhook'

test(
  'two nodes make one group of an event and add each person once, though one is killed; both hear of who leaves',
  { timeout: 180_000 },
  async () => {
    const lite = await startMailerliteServer()
    const databaseUrl = (await anotherTestDatabase()).url!
    const env = {
      MAILERLITE_API_KEY: lite.key,
      MAILERLITE_API_URL: lite.url,
      MAILERLITE_WEBHOOK_SECRET: secret,
      MAILERLITE_GROUP_ID: lite.addGroup('Members').id,
      RATE_LIMITS: 'off',
      SAMPLE_DATA: '1',
    }
    const first = await startGreenroom({ databaseUrl, env })
    onTestFinished(() => first.close())
    const second = await startGreenroom({ databaseUrl, env })
    onTestFinished(() => second.close())
    const eventId = await firstEvent(first)
    async function register(count: number, urls: string[]) {
      const bodies = Array.from({ length: count }, () => registrationBody({ eventIds: [eventId] }))
      const answers = bodies.map((body, index) => registerOne(urls[index % urls.length]!, body))
      for (const { status } of await Promise.all(answers)) expect(status).toBe(200)
      return bodies.map(({ email }) => email)
    }
    async function countSynced() {
      const query = "select count(*)::int as count from mailing_list_members where state = 'synced'"
      return (await querySql<{ count: number }>(databaseUrl, query))[0]!.count
    }
    const made = () =>
      lite.calls.filter(({ method, path }) => `${method} ${path}` === 'POST /api/groups')

    const emails = await register(12, [first.url, second.url])
    await waitUntil('12 people told', 90, async () => (await countSynced()) === 12)
    emails.push(...(await register(8, [second.url])))
    await first.kill()
    await waitUntil('20 people told', 90, async () => (await countSynced()) === 20)
    expect(made()).toHaveLength(1)
    expect([...lite.subscribers.keys()].toSorted()).toEqual(emails.toSorted())
    const added = lite.calls.filter(
      ({ path, status }) => path === '/api/subscribers' && status === 201,
    )
    expect(added).toHaveLength(20)

    const payload = JSON.stringify({ event: 'subscriber.unsubscribed', email: emails[0] })
    const signature = createHmac('sha256', secret).update(payload).digest('hex')
    const headers = { 'content-type': 'application/json', signature }
    const post = async () =>
      (
        await fetch(`${second.url}/api/webhooks/mailerlite`, {
          method: 'POST',
          headers,
          body: payload,
        })
      ).json()
    const heard = await Promise.all([post(), post(), post()])
    expect(heard.map(({ taken }) => Number(taken)).toSorted((a, b) => a - b)).toEqual([0, 0, 1])
    const left = await querySql<{ email: string }>(databaseUrl, 'select email from unsubscriptions')
    expect(left).toEqual([{ email: emails[0] }])
  },
)
