// @module-tag postgres
import {
  array,
  assert,
  asyncProperty,
  boolean,
  constantFrom,
  record,
  sample,
  type Arbitrary,
} from 'fast-check'
import { expect, test } from 'vitest'
import * as contract from '#features/announcements/contract.ts'
import { describeAudienceCount } from '#features/announcements/rules.ts'
import {
  audienceKinds,
  isOfEvent,
  type Audience,
  type AudiencePart,
} from '#kernel/audience-kinds.ts'
import { repairPeople } from '#platform/people/save-people.ts'
import { eventCrew } from '#schema/crew.ts'
import { bounces } from '#schema/mails.ts'
import { consents, unsubscriptions, userGroups } from '#schema/newsletter.ts'
import { watchProgress } from '#schema/library.ts'
import { waitlistEntries } from '#schema/waitlist.ts'
import { joins } from '#schema/webinars.ts'
import { announcementStage } from '#tests/support/announcement-stage.ts'
import { buildPerson, buildRecording, buildRegistration } from '#tests/support/builders.ts'

const way = record({
  type: constantFrom(null, 'confirmed', 'pre_registration', 'waitlisted'),
  came: boolean(),
  watched: boolean(),
  receiveUpdates: boolean(),
})
const someone = record({
  ways: array(way, { minLength: 2, maxLength: 2 }),
  interested: boolean(),
  consented: boolean(),
  left: boolean(),
  bounced: boolean(),
  isCrew: boolean(),
})
type Someone = typeof someone extends Arbitrary<infer One> ? One : never

const isRegistered = (type: Someone['ways'][number]['type']) =>
  type === 'confirmed' || type === 'pre_registration'

/** Evaluates an audience on one person's rows, independently of the SQL. */
function isMeant(person: Someone, { kind, eventId }: AudiencePart, eventIds: number[]): boolean {
  const { type, came, watched } = person.ways[eventIds.indexOf(eventId ?? 0)] ?? person.ways[0]!
  const isThere = isRegistered(type) && came
  const agreed =
    person.consented || person.ways.some((one) => isRegistered(one.type) && one.receiveUpdates)
  if (kind === 'registered') return type === 'confirmed'
  if (kind === 'pre_registered') return type === 'pre_registration'
  if (kind === 'waitlisted') return type === 'waitlisted'
  if (kind === 'came') return isThere
  if (kind === 'did_not_come') return type === 'confirmed' && !came
  if (kind === 'not_watched') return (type === 'confirmed' || isThere) && !watched
  return kind === 'interested' ? person.interested : agreed && !person.left
}

test('any combination of groups counts and emails exactly the people in its rows', async () => {
  const { call, db, begin, runJobs, told, countsOf } = await announcementStage()
  const held = [await buildRecording(db), await buildRecording(db)]
  const eventIds = held.map(({ id }) => id)
  const population = sample(someone, { numRuns: 40, seed: 7 })
  const emails: string[] = []
  for (const { ways, interested, consented, left, bounced, isCrew } of population) {
    const { id: userId, email, personKey } = await buildPerson(db)
    emails.push(email)
    for (const [index, { type, came, watched, receiveUpdates }] of ways.entries()) {
      const eventId = eventIds[index]!
      if (type === 'waitlisted') await db.insert(waitlistEntries).values({ userId, eventId })
      if (isRegistered(type)) {
        const fields = { userId, eventId, registrationType: type, receiveUpdates }
        const { id } = await buildRegistration(db, fields)
        if (came) {
          const joined = { registrationId: id, joinCount: 1, firstJoinedAt: new Date() }
          await db.insert(joins).values(joined)
        }
      }
      const seen = { email, eventId, watched: '{[0,3)}', position: 1, duration: 60 }
      if (watched) await db.insert(watchProgress).values(seen)
    }
    const group = { userId, groupType: 'future_events', groupIdentifier: 'all' }
    if (interested) await db.insert(userGroups).values(group)
    const consent = { receiveUpdates: true, receiveEventInvites: true, source: 'main_form' }
    if (consented) await db.insert(consents).values({ userId, wordingVersion: '1', ...consent })
    if (left) await db.insert(unsubscriptions).values({ email, topic: 'news' })
    const bounce = { email, personKey, isLasting: true, reason: 'No such mailbox' }
    if (bounced) await db.insert(bounces).values(bounce)
    const crew = { eventId: eventIds[0]!, email, name: 'Robin', role: 'host' as const }
    if (isCrew) await db.insert(eventCrew).values(crew)
  }
  const stranger = 'stranger@example.com'
  await db
    .insert(eventCrew)
    .values({ eventId: eventIds[0]!, email: stranger, name: 'Sam', role: 'host' })
  await repairPeople(db)
  const personOf = (email: string) => population[emails.indexOf(email)]!
  const part = record({
    kind: constantFrom(...audienceKinds),
    eventId: constantFrom(...eventIds),
  }).map(({ kind, eventId }): AudiencePart => (isOfEvent(kind) ? { kind, eventId } : { kind }))
  const audience = record({
    any: array(part, { minLength: 1, maxLength: 3 }),
    except: array(part, { maxLength: 3 }),
    crewOf: constantFrom(undefined, eventIds[0]),
  })
  const meant = ({ any, except, crewOf }: Audience) => {
    const met = population.flatMap((person, index) => {
      const isOne = (one: AudiencePart) => isMeant(person, one, eventIds)
      const isAny = any.some(isOne) || (crewOf !== undefined && person.isCrew)
      return isAny && !except.some(isOne) ? [emails[index]!] : []
    })
    return crewOf === undefined ? met : [...met, stranger]
  }
  const agreed = (email: string) =>
    email !== stranger && isMeant(personOf(email), { kind: 'updates' }, eventIds)
  await assert(
    asyncProperty(audience, constantFrom('event', 'news'), async (chosen, topic) => {
      const body = { audience: chosen, topic }
      const counted = await call(contract.countAudience, { body })
      const listed = await call(contract.listAudience, { body: { ...body, limit: 500 } })
      const people = listed.body.people.map(({ email }) => email).toSorted()
      const expected = meant(chosen).filter((email) => topic === 'event' || agreed(email))
      expect(people).toEqual(expected.toSorted())
      expect(counted.body.count).toBe(people.length)
    }),
    { numRuns: 60 },
  )

  const [first, second] = eventIds as [number, number]
  const everybody = {
    any: [
      { kind: 'registered' as const, eventId: first },
      { kind: 'pre_registered' as const, eventId: second },
      { kind: 'interested' as const },
    ],
    except: [{ kind: 'came' as const, eventId: second }],
    crewOf: first,
  }
  const params = await begin({ topic: 'news', eventId: null, audience: everybody })
  await runJobs()
  const mayHear = meant(everybody).filter(agreed)
  const may = mayHear.filter((email) => !personOf(email).bounced)
  expect(told()).toEqual(may.toSorted())
  const total = mayHear.length
  const { sent, skipped, ...counts } = await countsOf(params)
  expect({ sent, skipped, ...counts }).toEqual({
    total,
    waiting: 0,
    sent: may.length,
    failed: 0,
    skipped: total - may.length,
    inDoubt: 0,
  })
})

test('an audience is described with its size', () => {
  const titles: Record<number, string> = { 1: 'Salt', 2: 'Soil' }
  const say = (audience: Parameters<typeof describeAudienceCount>[0], count: number) =>
    describeAudienceCount(audience, count, (id) => titles[id]!)
  const came = { kind: 'came', eventId: 1 } as const
  const registered = { kind: 'registered', eventId: 2 } as const
  expect(say({ any: [came], except: [registered] }, 212)).toBe(
    'attended Salt, except anyone who registered for Soil: 212 people',
  )
  const updates = { kind: 'updates' } as const
  expect(say({ any: [registered, updates], except: [], crewOf: 2 }, 1)).toBe(
    'registered for Soil, or agreed to updates; and the crew of Soil: 1 person',
  )
})
