import { desc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import * as contract from '#features/mails/contract.ts'
import type { MailKind } from '#kernel/mail-kinds.ts'
import type { Topic } from '#kernel/values.ts'
import { makeLinkToken, readLinkKey } from '#platform/signed-links/signed-links.ts'
import { outboxEntries } from '#schema/mails.ts'
import { unsubscriptions } from '#schema/newsletter.ts'
import { testApp } from '#tests/support/test-app.ts'

const email = 'thandi@example.com'

async function appWithMails() {
  const app = await testApp({ config: { databaseUrl: 'postgres://kept-in-the-table' } })
  const { db, call, clock } = app
  const key = await readLinkKey(db)
  async function mail(kind: MailKind) {
    const values = { kind, email, state: 'sent', sentAt: clock.now() } as const
    const [row] = await db.insert(outboxEntries).values(values).returning()
    return { token: makeLinkToken(key, 'unsubscribe', row!) }
  }
  const leave = async (kind: MailKind) => {
    const body = await mail(kind)
    await call(contract.unsubscribeByLink, { body })
    return body
  }
  async function undo(body: { token: string; topics?: Topic[] }) {
    await call(contract.requestResubscribeLink, { body })
    const [asked] = await db
      .select()
      .from(outboxEntries)
      .where(eq(outboxEntries.kind, 'resubscribe_link'))
      .orderBy(desc(outboxEntries.id))
    const token = makeLinkToken(key, 'resubscribe', asked!)
    return { token, answer: (await call(contract.restoreSubscription, { body: { token } })).body }
  }
  const left = async () => (await db.select().from(unsubscriptions)).map(({ topic }) => topic)
  return { ...app, leave, undo, left }
}

test('undoing a mistake with reminders leaves an older decision about news as it is, and offers to take it back', async () => {
  const { call, leave, undo, left } = await appWithMails()
  await leave('recording_ready')
  const body = await leave('reminder_24h')
  const { token, answer } = await undo(body)
  expect(answer).toEqual({ email, topics: ['reminders'], stillLeft: ['news'] })
  expect(await left()).toEqual(['news'])
  const more = await call(contract.restoreSubscription, { body: { token, topics: ['news'] } })
  expect(more.body).toEqual({ email, topics: ['news'], stillLeft: [] })
  expect(await left()).toEqual([])
})

test('who left both with one press takes both back, also where a link for one of them is on its way', async () => {
  const { call, leave, undo, left } = await appWithMails()
  const body = await leave('reminder_1h')
  await call(contract.requestResubscribeLink, { body })
  const topics: Topic[] = ['news', 'reminders']
  await call(contract.unsubscribeByLink, { body: { ...body, topics } })
  const { answer } = await undo({ ...body, topics })
  expect(answer).toMatchObject({ stillLeft: [] })
  expect(answer.topics.toSorted()).toEqual(topics)
  expect(await left()).toEqual([])
  const nothing = await call(contract.requestResubscribeLink, { body: { ...body, topics: [] } })
  expect(nothing.status).toBe(400)
})
