import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { erasePerson } from '#features/erasure/contract.ts'
import { changeEvent } from '#features/events/contract.ts'
import { cancelRegistration, mergePerson } from '#features/people/contract.ts'
import { answerInterest, registerForEvents } from '#features/registrations/contract.ts'
import type { Endpoint, SentBodyOf } from '#kernel/endpoint.ts'
import { makeLinkToken, readLinkKey } from '#platform/signed-links/signed-links.ts'
import { outboxEntries } from '#schema/mails.ts'
import { people } from '#schema/people.ts'
import { buildEvent, registrationBody } from '#tests/support/builders.ts'
import { testApp } from '#tests/support/test-app.ts'
import { sweepWaitlists } from './seats.ts'

type Sent<E extends Endpoint> = {
  body?: SentBodyOf<E>
  params?: Record<string, string | number>
}

type State = {
  /** Emails with a confirmed registration or an open offer. */
  seated: Map<string, 'confirmed' | 'offered'>
  /** Emails in line, first in line first. */
  line: string[]
}

/** Returns a pseudo-random number generator, so that a failing history can be repeated. */
function randomOf(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

async function historyApp(capacity: number) {
  const app = await testApp()
  const { db, call, clock } = app
  const event = await buildEvent(db, {
    capacity,
    eventDate: '2027-03-10',
    eventTime: null,
    eventEndTime: null,
  })
  /** Calls as an administrator who has just signed in, because sessions end as the clock moves. */
  async function asAdmin<E extends Endpoint>(endpoint: E, sent: Sent<E>) {
    const { status, text } = await (await app.asAdmin()).call(endpoint, sent)
    if (status !== 200) throw new Error(`${endpoint.path} answered ${status}: ${text}`)
  }
  const keyOf = async (email: string) =>
    (await db.select().from(people)).find((person) => person.email === email)?.key ?? ''
  async function read(): Promise<State> {
    const confirmed = await db.execute<{ id: number; email: string }>(sql`
      select r.id, u.email from event_registrations r join users u on u.id = r.user_id
      where r.registration_type = 'confirmed'`)
    const entries = await db.execute<{ email: string; state: string }>(sql`
      select u.email, w.state from waitlist_entries w join users u on u.id = w.user_id order by w.id`)
    const offered = entries.rows.filter(({ state }) => state === 'offered')
    return {
      seated: new Map([
        ...offered.map(({ email }) => [email, 'offered'] as const),
        ...confirmed.rows.map(({ email }) => [email, 'confirmed'] as const),
      ]),
      line: entries.rows.filter(({ state }) => state === 'waiting').map(({ email }) => email),
    }
  }
  const sweep = () => sweepWaitlists(db, app.app.deps.jobs, clock.now())
  const acts = {
    register: (email: string, waitlist: boolean) =>
      call(registerForEvents, {
        body: registrationBody({ email, eventIds: [event.id], waitlist }),
      }),
    async cancel(email: string) {
      const { rows } = await db.execute<{ id: number }>(sql`select r.id from event_registrations r
        join users u on u.id = r.user_id where u.email = ${email}`)
      await asAdmin(cancelRegistration, { params: { id: rows[0]!.id } })
    },
    async answer(email: string, answer: string) {
      const entries = await db.select().from(outboxEntries).orderBy(outboxEntries.id)
      const mail = entries.findLast((row) => row.email === email && row.kind === 'seat_offered')
      if (!mail) return
      const token = makeLinkToken(await readLinkKey(db), 'interest', mail)
      await call(answerInterest, { body: { token, answer } })
    },
    seats: (seats: number) =>
      asAdmin(changeEvent, { params: { id: event.id }, body: { capacity: seats } }),
    async wait(hours: number) {
      clock.set(new Date(clock.now().getTime() + hours * 3_600_000))
      await sweep()
    },
    async erase(email: string) {
      await asAdmin(erasePerson, { params: { key: await keyOf(email) } })
      await sweep()
    },
    async merge(email: string, into: string) {
      const [key, other] = [await keyOf(email), await keyOf(into)]
      await asAdmin(mergePerson, { params: { key }, body: { into: other } })
      await sweep()
    },
  }
  return { read, acts }
}

test.for([7, 23])(
  'no history of a full event gives more seats than it has, or skips the line (seed %i)',
  { timeout: 240_000 },
  async (seed) => {
    const random = randomOf(seed)
    let capacity = 3
    const { read, acts } = await historyApp(capacity)
    const email = (number: number) => `person${number}@example.com`
    let before = await read()
    const told: string[] = []

    async function step(): Promise<string | undefined> {
      const known = [...before.seated.keys(), ...before.line]
      const someone = known[random(known.length || 1)]
      const confirmed = [...before.seated].filter(([, state]) => state === 'confirmed')
      const chosen = email(random(14))
      switch (random(10)) {
        case 0:
        case 1:
        case 2:
        case 3:
          await acts.register(chosen, random(4) > 0)
          return `register ${chosen}`
        case 4: {
          const [gone] = confirmed[random(confirmed.length || 1)] ?? []
          if (gone) await acts.cancel(gone)
          return `cancel ${gone}`
        }
        case 5: {
          const [offered] = [...before.seated].find(([, state]) => state === 'offered') ?? []
          const answer = random(3) > 0 ? 'take_part' : 'leave_list'
          if (offered) await acts.answer(offered, answer)
          return `${answer} ${offered}`
        }
        case 6:
          capacity = 1 + random(6)
          await acts.seats(capacity)
          return `seats ${capacity}`
        case 7:
          await acts.wait(random(2) > 0 ? 25 : 3)
          return 'wait'
        case 8:
          if (someone) await acts.erase(someone)
          return `erase ${someone}`
        default: {
          const other = known[random(known.length || 1)]
          if (someone && other && someone !== other) await acts.merge(someone, other)
          return `merge ${someone} into ${other}`
        }
      }
    }

    const breaches: string[] = []
    for (let count = 0; count < 60; count++) {
      told.push((await step()) ?? '')
      const after = await read()
      const most = Math.max(capacity, before.seated.size)
      if (after.seated.size > most) breaches.push(`more than ${most} seats`)
      // A free seat is offered as long as a person waits.
      if (after.line.length > 0 && after.seated.size < capacity)
        breaches.push('a seat is kept back')
      const isMerge = told.at(-1)!.startsWith('merge')
      const fresh = [...after.seated.keys()].filter((one) => !before.seated.has(one))
      for (const one of isMerge ? [] : fresh) {
        const place = before.line.indexOf(one)
        const earlier = place === -1 ? before.line : before.line.slice(0, place)
        const skipped = earlier.filter((other) => after.line.includes(other))
        if (skipped.length > 0) breaches.push(`${one} skips ${skipped.join()}`)
      }
      before = after
      if (breaches.length > 0) break
    }
    expect(breaches.map((breach) => `${breach} after ${told.join('; ')}`)).toEqual([])
  },
)
