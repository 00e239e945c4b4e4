import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { erasePerson } from '#features/erasure/contract.ts'
import { cancelRegistration, mergePerson } from '#features/people/contract.ts'
import { registerForEvents } from '#features/registrations/contract.ts'
import {
  endOwnSeries,
  registerForSeries,
  startOwnSeries,
} from '#features/series-registrations/contract.ts'
import { buildEvent, editEvent, registrationBody } from '#tests/support/builders.ts'
import { seriesApp } from '#tests/support/series-stage.ts'
import { verifyByLink } from '#tests/support/verify-by-link.ts'

/** Returns a pseudo-random number generator, so that a failing history can be repeated. */
function randomOf(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** What the rules say about one person: the events of which they are registered or cancelled, and their series state. */
type Person = { state: 'none' | 'pending' | 'active'; seats: Set<number>; cancelled: Set<number> }

test.for([3, 11])(
  'no history registers a person for an event against their choice, misses one, or writes twice (seed %i)',
  { timeout: 240_000 },
  async (seed) => {
    const random = randomOf(seed)
    const stage = await seriesApp()
    const { asAdmin, call, db, keyOf, newCaller, settle } = stage
    const open: number[] = []
    const closed: number[] = []
    const model = new Map<string, Person>()
    const told: string[] = []
    const email = (number: number) => `person${number}@example.com`
    const pick = <T>(list: T[]) => list[random(list.length)]
    const personOf = (address: string) => {
      const known = model.get(address)
      if (known) return known
      const person: Person = { state: 'none', seats: new Set(), cancelled: new Set() }
      model.set(address, person)
      return person
    }
    /** Registers active people for all open events, as the batch must do. */
    function place() {
      for (const person of model.values()) {
        if (person.state !== 'active') continue
        for (const id of open) if (!person.cancelled.has(id)) person.seats.add(id)
      }
    }
    const verified = async (address: string) => {
      const browser = newCaller()
      await verifyByLink(stage, browser, address)
      const person = personOf(address)
      if (person.state === 'pending') person.state = 'active'
      return browser
    }
    async function step(): Promise<string> {
      const known = [...model.keys()]
      const chosen = email(random(6))
      switch (random(11)) {
        case 0: {
          const { id } = await buildEvent(db, { status: 'pre_registration', dateConfirmed: false })
          closed.push(id)
          return `event ${id}`
        }
        case 1: {
          const id = closed.shift()
          if (id === undefined) return 'nothing opens'
          await editEvent(db, id, { status: 'upcoming', dateConfirmed: true })
          open.push(id)
          return `${id} opens`
        }
        case 2:
        case 3: {
          await call(registerForSeries, { body: registrationBody({ email: chosen }) })
          const person = personOf(chosen)
          if (person.state === 'none') person.state = 'pending'
          return `${chosen} asks`
        }
        case 4:
        case 5: {
          if (!model.has(chosen)) return 'nobody signs in'
          const browser = await verified(chosen)
          if (random(2) > 0) return `${chosen} verifies`
          await browser.call(startOwnSeries)
          personOf(chosen).state = 'active'
          return `${chosen} starts`
        }
        case 6: {
          if (!model.has(chosen)) return 'nobody ends'
          await (await verified(chosen)).call(endOwnSeries)
          personOf(chosen).state = 'none'
          return `${chosen} ends`
        }
        case 7: {
          const id = pick(open)
          if (id === undefined) return 'nothing to register for'
          await call(registerForEvents, {
            body: registrationBody({ email: chosen, eventIds: [id] }),
          })
          personOf(chosen).seats.add(id)
          return `${chosen} registers for ${id}`
        }
        case 8: {
          const { rows } = await db.execute<{ id: number; email: string; eventId: number }>(sql`
            select r.id, u.email, r.event_id as "eventId" from event_registrations r
            join users u on u.id = r.user_id order by r.id`)
          const row = pick(rows)
          if (!row) return 'nothing to cancel'
          await (await asAdmin()).call(cancelRegistration, { params: { id: row.id } })
          personOf(row.email).seats.delete(row.eventId)
          personOf(row.email).cancelled.add(row.eventId)
          return `${row.email} cancels ${row.eventId}`
        }
        case 9: {
          const [from, into] = [pick(known), pick(known)]
          if (!from || !into || from === into) return 'nobody merges'
          const body = { into: await keyOf(into) }
          await (await asAdmin()).call(mergePerson, { params: { key: await keyOf(from) }, body })
          const [gone, person] = [personOf(from), personOf(into)]
          const states = [gone.state, person.state]
          if (states.includes('active')) person.state = 'active'
          else if (states.includes('pending')) person.state = 'pending'
          for (const id of gone.seats) person.seats.add(id)
          for (const id of gone.cancelled) person.cancelled.add(id)
          model.delete(from)
          return `${from} becomes ${into}`
        }
        default: {
          const gone = random(3) === 0 ? pick(known) : undefined
          if (!gone) return 'nothing'
          await (await asAdmin()).call(erasePerson, { params: { key: await keyOf(gone) } })
          model.delete(gone)
          return `${gone} is erased`
        }
      }
    }
    for (let count = 0; count < 50; count++) {
      told.push(await step())
      await settle()
      place()
      const { rows } = await db.execute<{ seat: string }>(sql`
        select u.email || ' ' || r.event_id as seat from event_registrations r
        join users u on u.id = r.user_id where r.registration_type = 'confirmed' order by 1`)
      const expected = [...model].flatMap(([address, { seats }]) =>
        [...seats].map((id) => `${address} ${id}`),
      )
      expect({ told, seats: [...new Set(rows.map(({ seat }) => seat))].toSorted() }).toEqual({
        told,
        seats: expected.toSorted(),
      })
      const twice = await db.execute(sql`select email, event_id from outbox_entries
        where kind = 'series_registered' group by 1, 2 having count(*) > 1`)
      expect({ told, twice: twice.rows }).toEqual({ told, twice: [] })
    }
  },
)
