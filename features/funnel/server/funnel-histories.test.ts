import { eq, sql } from 'drizzle-orm'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { createApiKey } from '#features/api-keys/contract.ts'
import { erasePerson } from '#features/erasure/contract.ts'
import type { FunnelPerson, FunnelRow } from '#features/funnel/contract.ts'
import { groupings, stages } from '#features/funnel/rules.ts'
import { importAttendees } from '#features/imports/contract.ts'
import { takeJoinLink } from '#features/join-links/contract.ts'
import { saveWatchProgress } from '#features/library/contract.ts'
import { cancelRegistration, mergePerson } from '#features/people/contract.ts'
import { registerForEvents } from '#features/registrations/contract.ts'
import { getReports } from '#features/reports/contract.ts'
import { countView } from '#features/sources/contract.ts'
import { makeLinkToken, readLinkKey } from '#platform/signed-links/signed-links.ts'
import { people, users } from '#schema/people.ts'
import { eventRegistrations } from '#schema/registrations.ts'
import { sessions } from '#schema/sign-in.ts'
import { pageViews } from '#schema/sources.ts'
import { webinarSeats } from '#schema/webinars.ts'
import { buildEvent, registrationBody } from '#tests/support/builders.ts'
import { readFacts, sumFacts, type Counts, type Fact } from '#tests/support/funnel-facts.ts'
import { testApp } from '#tests/support/test-app.ts'

const names = ['ama', 'bo', 'chi', 'dudu', 'efua'] as const
const marks = { landingPath: '/next176', utm_source: 'news', utm_campaign: 'may', via: 'amina' }
const touch = fc.record(
  {
    landingPath: fc.constantFrom('/', marks.landingPath),
    utm_source: fc.constantFrom(marks.utm_source, 'direct'),
    utm_campaign: fc.constant(marks.utm_campaign),
    via: fc.constant(marks.via),
  },
  { requiredKeys: [] },
)
const who = fc.constantFrom(...names)
const event = fc.constantFrom(0, 1, 2)
const act = <const Act extends string>(name: Act) => fc.constant(name)
const anyTime = [
  fc.record({ act: act('merge'), who, to: who }),
  fc.record({ act: act('erase'), who }),
]
const before = fc.oneof(
  { weight: 6, arbitrary: fc.record({ act: act('register'), who, event, touch }) },
  { weight: 2, arbitrary: fc.record({ act: act('import'), who, event }) },
  { weight: 2, arbitrary: fc.record({ act: act('api'), who, event }) },
  { weight: 2, arbitrary: fc.record({ act: act('view'), event, touch, isForm: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ act: act('cancel'), who, event }) },
  { weight: 1, arbitrary: fc.record({ act: act('sleep') }) },
  ...anyTime,
)
const during = fc.oneof(
  { weight: 5, arbitrary: fc.record({ act: act('join'), who, event }) },
  { weight: 3, arbitrary: fc.record({ act: act('seen'), who, event }) },
  ...anyTime,
)
const after = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      act: act('watch'),
      who,
      event,
      from: fc.integer({ min: 0, max: 3 }),
      until: fc.integer({ min: 4, max: 10 }),
      isVerified: fc.boolean(),
    }),
  },
  ...anyTime,
)
const listOf = <One>(one: fc.Arbitrary<One>) => fc.array(one, { minLength: 4, maxLength: 12 })
const histories = fc.record({
  before: listOf(before),
  during: listOf(during),
  after: listOf(after),
})
type History = typeof histories extends fc.Arbitrary<infer One> ? One : never
type Step = History['before'][number] | History['during'][number] | History['after'][number]

test(
  'whatever happens, the rows add up to all registrations, stages include each other, and lists are as long as numbers',
  { timeout: 400_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(histories, async (history) => playHistory(history)),
      { numRuns: 8, seed: 52, endOnFailure: true },
    )
  },
)

const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

async function playHistory(history: History) {
  const stage = await funnelStage()
  for (const step of history.before) await stage.play(step)
  await stage.check()
  await stage.setClock('2026-12-10T16:05:00Z')
  for (const step of history.during) await stage.play(step)
  await stage.check()
  await stage.setClock('2026-12-12T08:00:00Z')
  for (const step of history.after) await stage.play(step)
  await stage.check({ withLists: true })
}

async function funnelStage() {
  const app = await testApp()
  const { db, clock, call } = app
  let admin = await app.asAdmin()
  const scopes = ['registrations:write' as const]
  const { body: made } = await admin.call(createApiKey, { body: { name: 'crm', scopes } })
  const recording = { videoUrl: 'https://youtu.be/aqz-KE-bpKQ', recordingReady: true }
  const events = [
    await buildEvent(db, { ...recording, roomUrl: 'https://meet.jit.si/one' }),
    await buildEvent(db, { ...recording, roomUrl: 'https://meet.jit.si/two' }),
    await buildEvent(db, { status: 'pre_registration', dateConfirmed: false }),
  ]
  /** Number of views and opened forms so far. */
  let viewed = 0
  /** Registrations are created at the database's clock; this moves new ones to the test's. */
  let newest = 0
  async function moveNew() {
    const at = clock.now().toISOString()
    await db.execute(
      sql`update event_registrations set created_at = ${at}::timestamptz where id > ${newest}`,
    )
    const { rows } = await db.execute<{ id: number }>(
      sql`select coalesce(max(id), 0)::int as id from event_registrations`,
    )
    newest = Math.max(newest, rows[0]!.id)
  }
  const emailOf = (name: string) => `${name}@example.com`
  async function findRegistration(name: string, at: number) {
    const [seat] = await db
      .select({ id: eventRegistrations.id, createdAt: eventRegistrations.createdAt })
      .from(eventRegistrations)
      .innerJoin(users, eq(users.id, eventRegistrations.userId))
      .where(
        sql`${users.email} = ${emailOf(name)} and ${eventRegistrations.eventId} = ${events[at]!.id}`,
      )
    return seat
  }
  async function findKey(name: string) {
    const [person] = await db
      .select()
      .from(people)
      .where(eq(people.email, emailOf(name)))
    return person?.key
  }

  async function play(step: Step) {
    await playStep(step)
    await moveNew()
  }

  async function playStep(step: Step) {
    if (step.act === 'sleep') return setClock(new Date(clock.now().getTime() + 15 * 3_600_000))
    if (step.act === 'view') return view(step)
    const email = emailOf(step.who)
    if (step.act === 'merge' || step.act === 'erase') {
      const key = await findKey(step.who)
      const into = step.act === 'merge' ? await findKey(step.to) : undefined
      if (key && step.act === 'erase') await admin.call(erasePerson, { params: { key } })
      if (key && into && key !== into)
        await admin.call(mergePerson, { params: { key }, body: { into } })
      return undefined
    }
    const { id: eventId, title } = events[step.event]!
    const form = { firstName: step.who, lastName: 'Nkosi', email }
    if (step.act === 'register') {
      const body = { ...registrationBody({ ...form, eventIds: [eventId] }), ...step.touch }
      expect((await call(registerForEvents, { body })).status).toBe(200)
      return undefined
    }
    if (step.act === 'import') {
      const attendees = [{ ...form, eventIdentifier: title }]
      expect((await admin.call(importAttendees, { body: { attendees } })).status).toBe(200)
      return undefined
    }
    if (step.act === 'api') {
      const headers = { authorization: `Bearer ${made.key}` }
      const sent = { method: 'POST', url: '/api/v1/registrations', headers } as const
      const answer = await app.send({ ...sent, payload: { ...form, eventId } })
      expect(answer.statusCode).toBe(200)
      return undefined
    }
    const seat = await findRegistration(step.who, step.event)
    if (step.act === 'watch') return watch(step)
    if (seat === undefined) return undefined
    if (step.act === 'cancel') await admin.call(cancelRegistration, { params: { id: seat.id } })
    if (step.act === 'join') {
      const token = makeLinkToken(await readLinkKey(db), 'join', { ...seat, email })
      await call(takeJoinLink, { body: { token } })
    }
    // Zoom sees some registrants of the second event only.
    if (step.act === 'seen' && step.event === 1) {
      const row = { state: 'seated' as const, attendedAt: clock.now() }
      await db
        .insert(webinarSeats)
        .values({ registrationId: seat.id, ...row })
        .onConflictDoUpdate({ target: webinarSeats.registrationId, set: row })
    }
    return undefined
  }

  async function view({ touch: marked, event: at, isForm }: Extract<Step, { act: 'view' }>) {
    const {
      landingPath = `/events/${events[at]!.slug}`,
      utm_source: source,
      utm_campaign: campaign,
      via,
    } = marked
    const body = { path: landingPath, source, campaign, via, form: isForm }
    viewed++
    await call(countView, { body, headers: { 'user-agent': browser } })
  }

  async function watch({
    who: name,
    event: at,
    from,
    until,
    isVerified,
  }: Extract<Step, { act: 'watch' }>) {
    if (at === 2 || !(await findKey(name))) return
    const member = await app.asMember(emailOf(name))
    if (isVerified) await db.update(sessions).set({ verifiedAt: clock.now() })
    const body = { videoId: events[at]!.id, position: 1, duration: 50, ranges: [[from, until]] }
    expect((await member.call(saveWatchProgress, { body })).status).toBe(200)
  }

  async function check({ withLists = false } = {}) {
    // Views are written some seconds later.
    const written = async () =>
      (await db.select().from(pageViews)).reduce(
        (sum, { views, formsOpened }) => sum + views + formsOpened,
        0,
      )
    await expect.poll(written, { timeout: 20_000 }).toBe(viewed)
    const facts = await readFacts(
      db,
      events.map(({ id }) => id),
      clock.now(),
    )
    const read = async <Row>(path: string) =>
      JSON.parse((await admin.send({ url: `/api/admin/${path}` })).body) as Row[]
    const filters: [string, (fact: Fact) => boolean][] = [
      ['', () => true],
      ...events.map(({ id }): [string, (fact: Fact) => boolean] => [
        `eventId=${id}&`,
        (fact) => fact.eventId === id,
      ]),
      ['from=2026-12-02&', (fact) => fact.day >= '2026-12-02'],
      ['to=2026-12-01&', (fact) => fact.day <= '2026-12-01'],
      ['from=2026-12-02&to=2026-12-02&', (fact) => fact.day === '2026-12-02'],
    ]
    for (const [filter, isMeant] of filters) {
      const registered = facts.registered.filter(isMeant)
      const seen = facts.viewed.filter(isMeant)
      for (const by of groupings) {
        const rows = await read<FunnelRow>(`funnel?${filter}by=${by}`)
        expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length)
        expect(Object.fromEntries(rows.map(({ key, ...row }) => [key, row]))).toEqual(
          sumFacts([...registered, ...seen], by),
        )
        const total = (name: keyof Counts) => rows.reduce((sum, row) => sum + row[name], 0)
        expect(total('registered')).toBe(registered.length)
        for (const row of rows) {
          expect(row.attended).toBeLessThanOrEqual(row.registered)
          expect(row.watched25).toBeLessThanOrEqual(row.registered)
          expect(row.watched50).toBeLessThanOrEqual(row.watched25)
          expect(row.watched90).toBeLessThanOrEqual(row.watched50)
        }
        for (const stage of withLists ? stages : []) {
          const list = `funnel/people?${filter}by=${by}&stage=${stage}`
          expect(await read<FunnelPerson>(list)).toHaveLength(total(stage))
          for (const row of rows) {
            const some = await read<FunnelPerson>(`${list}&key=${encodeURIComponent(row.key)}`)
            expect(some).toHaveLength(row[stage])
          }
        }
      }
    }
    // The statistics page counts the same people as attended.
    const { attendance } = (await admin.call(getReports)).body
    for (const { eventId, came } of attendance) {
      const attended = facts.registered.filter(
        (fact) => fact.eventId === eventId && fact.counts.attended,
      )
      expect(attended).toHaveLength(came)
    }
  }
  async function setClock(instant: Date | string) {
    clock.set(instant)
    // The former session has ended.
    admin = await app.asAdmin()
  }
  return { setClock, play, check }
}
