import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import {
  createPartnerLink,
  listPartnerLinks,
  type PartnerNumbers,
  removePartnerLink,
} from '#features/partner-links/contract.ts'
import { auditLog } from '#schema/platform.ts'
import { pageViews } from '#schema/sources.ts'
import { joins } from '#schema/webinars.ts'
import { buildEvent, buildPerson, buildRegistration, editEvent } from '#tests/support/builders.ts'
import { builtPages } from '#tests/support/built-pages.ts'
import { testApp } from '#tests/support/test-app.ts'

async function partnerStage(options: Parameters<typeof testApp>[0] = {}) {
  const app = await testApp(options)
  const { db, asAdmin, newCaller } = app
  const create = async (kind: string, key: string) =>
    (await asAdmin()).call(createPartnerLink, { body: { kind, key } })
  const { send } = newCaller()
  async function read(path: string) {
    const answer = await send({ url: path.replace('/', '/api/') })
    return { status: answer.statusCode, body: answer.json<PartnerNumbers>() }
  }
  /** Adds registrations with this first touch; the first ones of them attended. */
  async function register(
    eventId: number,
    count: number,
    { touch, at, attended = 0 }: { touch: object; at: string; attended?: number },
  ) {
    for (let number = 0; number < count; number++) {
      const { id: userId } = await buildPerson(db)
      const registration = await buildRegistration(db, {
        userId,
        eventId,
        firstTouch: touch,
        createdAt: new Date(at),
      })
      if (number < attended) {
        await db.insert(joins).values({
          registrationId: registration.id,
          joinCount: 1,
          firstJoinedAt: new Date('2026-12-10T16:00:00Z'),
        })
      }
    }
  }
  return { ...app, create, read, register }
}

test('a partner sees totals by event, rounded down, as of the last Monday, until the link is removed', async () => {
  const { asAdmin, clock, create, db, read, register } = await partnerStage()
  const [salt, sugar] = [
    await buildEvent(db, { title: 'Salt' }),
    await buildEvent(db, { title: 'Sugar', eventTime: null, eventEndTime: null }),
  ]
  const secret = await buildEvent(db, { title: 'Secret', publishAt: 'draft' })
  const touch = { path: '/acme', via: 'ama-1' }
  const early = { touch, at: '2026-12-09T12:00:00Z' }
  await register(salt.id, 14, { ...early, attended: 9 })
  await register(sugar.id, 4, early)
  await register(secret.id, 9, early)
  await register(salt.id, 3, { touch: { path: '/' }, at: '2026-12-09T12:00:00Z' })
  // Monday begins at 22:00 UTC on Sunday.
  await register(salt.id, 6, { touch, at: '2026-12-13T22:00:00Z' })
  const sums = { source: '', campaign: '', formsOpened: 0, path: '/acme', via: 'ama-1' }
  await db.insert(pageViews).values([
    { ...sums, day: '2026-12-13', views: 23 },
    { ...sums, day: '2026-12-14', views: 500 },
  ])
  clock.set('2026-12-14T09:00:00Z')
  const { body: link } = await create('path', '/acme')
  const monday = { kind: 'path', key: '/acme', countedUntil: '2026-12-14', views: 20 }
  const first = {
    ...monday,
    events: [
      {
        title: 'Salt',
        when: expect.stringContaining('10 December 2026'),
        registered: 10,
        attended: 5,
      },
    ],
  }
  expect(await read(link.path)).toEqual({ status: 200, body: first })
  // Nothing that happens within the week changes the numbers.
  await db.execute(sql`delete from event_registrations where event_id = ${salt.id}`)
  clock.set('2026-12-20T21:59:00Z')
  expect((await read(link.path)).body).toEqual(first)
  clock.set('2026-12-20T22:00:00Z')
  await register(salt.id, 5, { ...early, attended: 0 })
  const second = await read(link.path)
  expect(second.body).toMatchObject({
    countedUntil: '2026-12-21',
    views: 520,
    events: [{ title: 'Salt', registered: 5, attended: null }],
  })
  const { body: guest } = await create('via', 'ama-1')
  expect((await read(guest.path)).body).toMatchObject({ kind: 'via', key: 'ama-1', views: 520 })

  expect((await create('path', '/acme')).body).toEqual(link)
  const admin = await asAdmin()
  expect((await admin.call(listPartnerLinks)).body).toEqual([guest, link])
  expect((await admin.call(removePartnerLink, { params: { id: link.id } })).status).toBe(200)
  expect((await admin.call(removePartnerLink, { params: { id: link.id } })).status).toBe(404)
  expect((await read(link.path)).status).toBe(404)
  // A new link has another address.
  const { body: next } = await create('path', '/acme')
  expect(next.path).not.toBe(link.path)
  expect((await read(guest.path.slice(0, -1))).status).toBe(404)
  const actions = (await db.select().from(auditLog)).map(({ action }) => action)
  expect(actions.filter((action) => action.startsWith('partner_link'))).toEqual([
    'partner_link_created',
    'partner_link_created',
    'partner_link_removed',
    'partner_link_created',
  ])
})

test('a partner sees present titles, and no event that was unpublished or deleted within the week', async () => {
  const { create, db, read, register } = await partnerStage()
  const [salt, sugar, pepper] = [
    await buildEvent(db, { title: 'Salt' }),
    await buildEvent(db, { title: 'Sugar' }),
    await buildEvent(db, { title: 'Pepper' }),
  ]
  const early = { touch: { path: '/acme' }, at: '2026-11-20T12:00:00Z' }
  for (const event of [salt, sugar, pepper]) await register(event.id, 7, early)
  const { body: link } = await create('path', '/acme')
  const titles = async () => (await read(link.path)).body.events.map(({ title }) => title)
  expect(await titles()).toEqual(['Pepper', 'Sugar', 'Salt'])
  await editEvent(db, salt.id, { title: 'Sea salt' })
  await editEvent(db, sugar.id, { publishAt: 'draft' })
  await db.execute(sql`delete from events where id = ${pepper.id}`)
  expect(await titles()).toEqual(['Sea salt'])
})

test('the page of a link shows its numbers without scripts, and an unknown link says so', async () => {
  const { create, db, register, send } = await partnerStage({ pages: builtPages })
  const event = await buildEvent(db, { title: 'Salt' })
  await register(event.id, 7, { touch: { path: '/acme' }, at: '2026-11-20T12:00:00Z' })
  const { body: link } = await create('path', '/acme')
  const page = await send({ url: link.path })
  expect([page.statusCode, page.headers['cache-control']]).toEqual([200, 'no-store'])
  expect(page.body).toContain('Registrations by your link')
  expect(page.body).toMatch(/Salt.*<td[^>]*>5<\/td>/s)
  expect(page.body).toContain('Not known yet')
  const unknown = await send({ url: '/partner-numbers/1-AAAAAAAAAAAAAAAAAAAAAAAA' })
  expect(unknown.body).toContain('Please ask the organiser for a new link.')
})

test('a link is for a path or a `via` parameter', async () => {
  const { create } = await partnerStage()
  for (const [kind, key] of [
    ['path', 'acme'],
    ['path', '/a/b'],
    ['via', 'with space'],
  ] as const) {
    expect((await create(kind, key)).body).toMatchObject({ errors: [{ field: 'key' }] })
  }
  expect((await create('source', 'x')).body).toMatchObject({ errors: [{ field: 'kind' }] })
})
