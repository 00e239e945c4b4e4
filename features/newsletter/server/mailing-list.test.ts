import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import {
  getMailingList,
  listMailingListMembers,
  retrySyncs,
  type MailingListMember,
} from '#features/newsletter/contract.ts'
import type { ReplyOf } from '#kernel/endpoint.ts'
import { repairPeople } from '#platform/people/save-people.ts'
import { consents, mailingListMembers, unsubscriptions, userGroups } from '#schema/newsletter.ts'
import { users } from '#schema/people.ts'
import { eventRegistrations } from '#schema/registrations.ts'
import { buildEvent, buildPerson } from '#tests/support/builders.ts'
import { mailingListApp } from '#tests/support/mailing-list-app.ts'

type Reply = ReplyOf<typeof listMailingListMembers>
type Row = MailingListMember
type App = Awaited<ReturnType<typeof mailingListApp>>

/** Returns the mailing list as an administrator's browser requests it. */
async function listOf({ asAdmin }: App) {
  const admin = await asAdmin()
  const ask = async (query: Record<string, string | number> = {}) => {
    const search = new URLSearchParams(
      Object.entries(query).map(([key, value]) => [key, `${value}`]),
    )
    const answer = await admin.send({ url: `${listMailingListMembers.path}?${search}` })
    expect(answer.statusCode).toBe(200)
    return answer.json<Reply>()
  }
  return { admin, ask }
}

const emailsOf = ({ members }: Reply) => members.map(({ email }) => email)

test('the admin area lists state, groups, last sync and errors of each person who agreed', async () => {
  const app = await mailingListApp()
  const { clock, db, sendWebhook, later, lite, register, runJobs } = app
  const [one, other] = [
    await buildEvent(db, { title: 'Bread & Butter' }),
    await buildEvent(db, { title: 'Ω of the grid' }),
  ]
  await register({ email: 'told@example.com', eventIds: [one.id, other.id] })
  await runJobs()
  const toldAt = clock.now().toISOString()
  await register({ email: 'gone@example.com' })
  lite.refused = 'odd@example.com'
  await register({ email: 'odd@example.com', eventIds: [one.id] })
  await later(60)
  await sendWebhook({ event: 'subscriber.bounced', email: 'gone@example.com' })
  await lite.close()
  await register({ email: 'late@example.com' })
  await later(60)
  await register({ email: 'never@example.com', receiveUpdates: false })
  await register({ email: 'new@example.com' })

  const { admin, ask } = await listOf(app)
  const { members, nextBefore, counts } = await ask()
  expect(nextBefore).toBeNull()
  expect(counts).toEqual({ waiting: 2, syncing: 0, synced: 1, failed: 1, left: 1 })
  expect((await admin.call(getMailingList)).body).toMatchObject({ agreed: 4, counts, troubled: 2 })
  const names = ['new', 'late', 'odd', 'gone', 'told'] as const
  expect(members.map(({ email }) => email)).toEqual(names.map((name) => `${name}@example.com`))
  const [fresh, late, odd, gone, told] = members as [Row, Row, Row, Row, Row]
  expect(fresh).toMatchObject({ email: 'new@example.com', state: 'waiting', lastError: null })
  expect(Date.parse(fresh.nextTryAt!)).toBeLessThan(Date.now() + 1000)
  expect(late).toMatchObject({ state: 'waiting', syncedAt: null, membersGroup: null })
  expect(late.lastError).toBe('MailerLite could not be reached: ECONNREFUSED')
  expect(late.triedAt).toBe(clock.now().toISOString())
  expect(Date.parse(late.nextTryAt!)).toBeGreaterThan(Date.now())
  expect(odd).toMatchObject({ state: 'failed', syncedAt: null, nextTryAt: null, eventGroups: [] })
  expect(odd.lastError).toContain('422: The given data was invalid. email:')
  expect(gone).toMatchObject({ state: 'left', membersGroup: 'current' })
  expect(gone.lastError).toBe('Bounced at MailerLite')
  expect(told).toEqual({
    userId: expect.any(Number) as number,
    email: 'told@example.com',
    personKey: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
    name: 'Thandi Nkosi',
    state: 'synced',
    lastError: null,
    triedAt: toldAt,
    nextTryAt: null,
    syncedAt: toldAt,
    membersGroup: 'current',
    eventGroups: [
      { id: one.id, title: 'Bread & Butter' },
      { id: other.id, title: 'Ω of the grid' },
    ],
  })

  await lite.open()
  lite.refused = ''
  const { userId } = odd
  expect((await admin.call(retrySyncs, { body: { userId } })).body).toEqual({ people: 1 })
  await later(60)
  expect((await ask({ state: 'synced' })).members.map(({ email }) => email)).toContain(odd.email)
})

test('people who unsubscribed or returned since the last sync are shown as waiting, without old errors', async () => {
  const app = await mailingListApp()
  const { db, sendWebhook, register, runJobs } = app
  const [stays, leaves, returns] = [await register(), await register(), await register()]
  await runJobs()
  await sendWebhook({ event: 'subscriber.unsubscribed', email: returns })
  await db.insert(unsubscriptions).values({ email: leaves, topic: 'news' })
  await db.delete(unsubscriptions).where(eq(unsubscriptions.email, returns))
  const { ask } = await listOf(app)
  const { members } = await ask()
  expect(members.map(({ email, state, lastError }) => [email, state, lastError])).toEqual([
    [returns, 'waiting', null],
    [leaves, 'waiting', null],
    [stays, 'synced', null],
  ])
})

test(
  '1,200 people are read in pages of 20 by state, and found by any part of name and address',
  { tags: 'postgres' },
  async () => {
    const app = await mailingListApp()
    const { db, members } = app
    const states = ['synced', 'failed', 'left', 'waiting', 'syncing', undefined] as const
    const event = await buildEvent(db)
    const many = Array.from({ length: 1200 }, (_, index) => ({
      firstName: index === 777 ? 'Zoë' : 'Thandi',
      lastName: index === 777 ? 'ŞİMŞEK Dvořák Łoś' : `Nkosi${index}`,
      email: `person${index}@example.com`,
    }))
    const people = await db.insert(users).values(many).returning()
    await repairPeople(db)
    const agreed = {
      receiveUpdates: true,
      receiveEventInvites: true,
      source: 'a',
      wordingVersion: 'b',
    }
    const ids = people.map(({ id: userId }) => ({ userId }))
    await db.insert(consents).values(ids.map((person) => ({ ...person, ...agreed })))
    await db
      .insert(eventRegistrations)
      .values(ids.map((person) => ({ ...person, eventId: event.id, receiveUpdates: true })))
    const rows = ids.flatMap((person, index) => {
      const state = states[index % states.length]
      return state ? [{ ...person, state }] : []
    })
    await db.insert(mailingListMembers).values(rows)
    const gone = people.filter((_, index) => states[index % states.length] === 'left')
    await db
      .insert(unsubscriptions)
      .values(gone.map(({ email }) => ({ email, topic: 'news' as const })))
    const group = { groupType: 'members', groupIdentifier: 'all', mailerliteGroupId: members.id }
    await db.insert(userGroups).values(ids.map((person) => ({ ...person, ...group })))
    await buildPerson(db, { email: 'person-who-never-agreed@example.com' })

    const { admin, ask } = await listOf(app)
    const counts = { waiting: 400, syncing: 200, synced: 200, failed: 200, left: 200 }
    expect((await admin.call(getMailingList)).body).toMatchObject({ agreed: 1000, counts })
    const first = await ask()
    expect([first.counts, first.members.length]).toEqual([counts, 20])
    expect(first.members.every(({ membersGroup }) => membersGroup === 'current')).toBe(true)
    const failed: string[] = []
    for (let before: number | null = 2 ** 31 - 1; before !== null;) {
      const page: Reply = await ask({ state: 'failed', before })
      expect(page.counts).toEqual(counts)
      failed.push(...emailsOf(page))
      before = page.nextBefore
    }
    const wanted = people.filter((_, index) => index % 6 === 1).map(({ email }) => email)
    expect(failed).toEqual(wanted.toReversed())

    const searches = [
      'zoe',
      'DVORAK zo',
      'son777@',
      'person777@EXAMPLE.com',
      'simsek',
      'los dvo',
      '  Zoë  ',
    ]
    for (const search of searches) {
      const found = await ask({ search })
      expect([search, emailsOf(found)]).toEqual([search, ['person777@example.com']])
      expect(Object.values(found.counts).reduce((sum, count) => sum + count)).toBe(1)
    }
    expect(emailsOf(await ask({ search: 'nkosi119' }))).toHaveLength(11)
    expect(emailsOf(await ask({ search: 'zoe nkosi' }))).toEqual([])
    expect(emailsOf(await ask({ search: '100% _ \\ \'"' }))).toEqual([])
  },
)

test('the list is for administrators only, and refuses what is no state or page', async () => {
  const app = await mailingListApp()
  const url = listMailingListMembers.path
  expect((await app.send({ url })).statusCode).toBe(401)
  const { admin } = await listOf(app)
  for (const query of ['state=lost', 'before=0', 'limit=501', 'search=%00']) {
    expect([query, (await admin.send({ url: `${url}?${query}` })).statusCode]).toEqual([query, 400])
  }
})
