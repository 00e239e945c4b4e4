import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { saveEventDefaults } from '#features/event-defaults/contract.ts'
import { changeEventReminders } from '#features/event-mails/contract.ts'
import { changeEvent } from '#features/events/contract.ts'
import { mailStage } from '#tests/support/mail-stage.ts'

const minute = 60_000
const hour = 60 * minute
/** Length of each event. */
const lengthMs = hour
const begin = Date.parse('2026-12-05T08:00:17Z')
const starts = ['2026-12-09T16:00:00Z', '2026-12-10T16:00:00Z', '2026-12-10T17:30:00Z'].map(
  (instant) => Date.parse(instant),
)

type Act =
  | { act: 'series'; times: number[] }
  | { act: 'own'; times: number[] | null }
  | { act: 'move'; to: number }
  | { act: 'register' | 'cancel' | 'restore' }
/** An act of an administrator or a visitor: its time, and the number of its event. `series` concerns all events. */
type Step = Act & { at: number; event: number }

const times = fc.uniqueArray(fc.constantFrom(10, 30, 45, 60, 90, 180, 600, 1440, 2880, 7200), {
  maxLength: 4,
})
const act: fc.Arbitrary<Act> = fc.oneof(
  fc.record({ act: fc.constant('series' as const), times }),
  fc.record({ act: fc.constant('own' as const), times: fc.option(times, { freq: 3 }) }),
  fc.record({ act: fc.constant('move' as const), to: fc.constantFrom(...starts) }),
  fc.record({ act: fc.constant('register' as const) }),
  fc.record({ act: fc.constantFrom('cancel' as const, 'restore' as const) }),
)
/**
 * Time before the second of `starts`, in tens of minutes, so that each act can take effect before the next one; mostly
 * near the start.
 */
const lead = fc.oneof(
  fc.integer({ min: 2, max: 18 }),
  fc.integer({ min: 18, max: 150 }),
  fc.integer({ min: 150, max: 700 }),
)
const history = fc.record({
  /** The first start of each event. */
  events: fc.array(fc.constantFrom(...starts), { minLength: 1, maxLength: 3 }),
  acts: fc.uniqueArray(fc.record({ lead, act, of: fc.nat(2) }), {
    selector: (one) => one.lead,
    minLength: 4,
    maxLength: 12,
  }),
  /** Times in which no node runs: until this lead, for so many times ten minutes. */
  outages: fc.array(fc.record({ until: lead, tens: fc.integer({ min: 3, max: 150 }) }), {
    maxLength: 2,
  }),
})
type History = typeof history extends fc.Arbitrary<infer Value> ? Value : never

/**
 * Histories that random ones rarely contain: late reminders, just within and outside of their time; a registration a few
 * minutes before a reminder.
 */
const examples: [History][] = [
  ...[24, 17].map((until): [History] => [
    { events: [starts[1]!], acts: [], outages: [{ until, tens: 130 }] },
  ]),
  [{ events: [starts[1]!], acts: [{ lead: 7, act: { act: 'register' }, of: 0 }], outages: [] }],
  ...(['cancel', 'restore'] as const).map((last): [History] => [
    {
      events: [starts[0]!, starts[1]!],
      acts: [
        { lead: 151, act: { act: 'register' }, of: 0 },
        { lead: 100, act: { act: 'register' }, of: 1 },
        { lead: 99, act: { act: 'cancel' }, of: 1 },
        { lead: 30, act: { act: last }, of: 1 },
      ],
      outages: [{ until: 40, tens: 115 }],
    },
  ]),
]

/** Returns the acts of a history with their times, and the moments at which mails are planned. */
function unfold({ events, acts, outages }: History): { steps: Step[]; moments: number[] } {
  const at = (tens: number) => starts[1]! - tens * 10 * minute
  const sorted = acts.toSorted((one, other) => other.lead - one.lead)
  const steps: Step[] = [
    ...events.map((_, event) => ({ act: 'register' as const, event, at: begin })),
    ...sorted.map((one) => ({
      ...one.act,
      event: one.of % events.length,
      at: at(one.lead) + 17_000,
    })),
  ]
  const runs = (now: number) =>
    !outages.some(({ until, tens }) => now >= at(until + tens) && now < at(until))
  const ends = outages.map(({ until }) => at(until) + minute)
  return { steps, moments: listMoments(steps, ends).filter(runs) }
}

/** Returns when mails are planned: around each act, after outages, and when a reminder may be due. */
function listMoments(steps: Step[], ends: number[]): number[] {
  const chosen = new Set([1440, 60])
  for (const step of steps)
    if ('times' in step) for (const minutes of step.times ?? []) chosen.add(minutes)
  const due = starts.flatMap((start) => [...chosen].map((minutes) => start - minutes * minute))
  const around = steps.flatMap(({ at }) => [at + minute, at + 3 * minute])
  return [...new Set([...due, ...around, ...ends])].toSorted((one, other) => one - other)
}

/** Sorts the earliest reminder first. */
const sortTimes = (unsorted: number[]) => unsorted.toSorted((one, other) => other - one)

const nameOf = (event: number, person: number) => `person${event}-${person}`

const libraryMail = 'The library of House Lights is open to you'

type Person = {
  /** The start that the person's last mail named; undefined until the confirmation is sent. */
  told?: number
  /** When the last mail was sent that named the time. */
  toldAt: number
  isToldCancelled: boolean
  hasLibraryMail: boolean
  reminded: Set<string>
}

/** Returns the mails about one event of a history by the rules alone, as `minute person: subject`. */
function expectMails(first: number, event: number, steps: Step[], moments: number[]): string[] {
  const mails: string[] = []
  const people: Person[] = []
  let [series, own, start] = [[1440, 60], null as number[] | null, first]
  let [isCancelled, savedAt, heldAt, changes] = [false, 0, 0, 0]
  const since = new Map<number, number>()

  function choose(before: number[], after: number[], at: number) {
    for (const minutes of before) if (!after.includes(minutes)) since.delete(minutes)
    for (const minutes of after) if (!before.includes(minutes)) since.set(minutes, at)
  }
  function take(step: Step) {
    if (step.at >= start && step.act !== 'series') return
    const before = own ?? series
    if (step.act === 'register' && !isCancelled)
      people.push({
        toldAt: Infinity,
        isToldCancelled: false,
        hasLibraryMail: false,
        reminded: new Set(),
      })
    if (step.act === 'series') series = step.times
    if (step.act === 'own') own = step.times
    const after = own ?? series
    choose(before, after, step.at)
    const isMoved = step.act === 'move' && step.to !== start && step.to > step.at + 10 * minute
    if (isMoved) start = step.to
    const isChanged =
      (step.act === 'cancel' && !isCancelled) || (step.act === 'restore' && isCancelled)
    if (isChanged) isCancelled = step.act === 'cancel'
    if (isMoved || isChanged) [changes, heldAt] = [changes + 1, step.at]
    const isSaved = sortTimes(before).join() !== sortTimes(after).join()
    if (isMoved || isChanged || isSaved) savedAt = step.at
  }
  function send(person: Person, now: number, subject: string, namesTime = true) {
    const name = nameOf(event, people.indexOf(person))
    mails.push(`${new Date(now).toISOString()} ${name}: ${subject}`)
    if (namesTime) [person.told, person.toldAt] = [start, now]
  }
  /** Returns the reminder whose window contains this moment, in minutes before the start. */
  function findReminder(now: number): number | undefined {
    const sorted = sortTimes(own ?? series)
    return sorted.find((minutes, index) => {
      const from = start - minutes * minute
      const next = sorted[index + 1] === undefined ? start : start - sorted[index + 1]! * minute
      const until = next === start ? start : next - Math.min(2 * hour, (next - from) / 2)
      const isLate = (since.get(minutes) ?? 0) > from
      return now >= from && now < until && !isLate
    })
  }
  function plan(person: Person, now: number) {
    const isSettled = now - savedAt > 2 * minute
    if (person.told === undefined) {
      const isConfirmed = person.hasLibraryMail ? isSettled && now < start : now < start + lengthMs
      if (!isCancelled && isConfirmed) {
        send(person, now, 'Your seat is confirmed')
        if (!person.isToldCancelled) return
      }
    }
    if (person.told === undefined) {
      // Without a confirmation, the library mail, which is part of it, is sent on its own.
      if (!person.hasLibraryMail) send(person, now, libraryMail, false)
      person.hasLibraryMail = true
      if (!isCancelled) return
    }
    if (isCancelled) {
      // The mail about a cancellation can be stopped for two minutes, but does not wait for other changes.
      const isDue = now - heldAt > 2 * minute && now < start + lengthMs
      if (!person.isToldCancelled && isDue) {
        person.isToldCancelled = true
        send(person, now, 'Cancelled', false)
      }
      return
    }
    if (!isSettled || now >= start) return
    if (person.isToldCancelled) {
      person.isToldCancelled = false
      return send(person, now, 'Takes place after all')
    }
    if (changes > 0 && person.told !== start) return send(person, now, 'New time')
    const minutes = findReminder(now)
    const key = `${start} ${minutes}`
    if (minutes === undefined || person.reminded.has(key)) return
    if (person.toldAt >= start - minutes * minute - 15 * minute) return
    person.reminded.add(key)
    send(person, now, minutes > 60 ? 'Coming up' : 'Starting soon', false)
  }
  const rest = steps.filter((step) => step.event === event || step.act === 'series')
  for (const now of moments) {
    while (rest[0] && rest[0].at <= now) take(rest.shift()!)
    for (const person of people) plan(person, now)
  }
  return mails.toSorted()
}

test(
  'over random histories of times, moves and cancellations, each reminder is sent by the rules',
  { timeout: 240_000 },
  async () => {
    const stage = await mailStage()
    async function run(firsts: number[], steps: Step[], moments: number[]): Promise<string[]> {
      await stage.database.truncate()
      const events: { id: number; start: number; isCancelled: boolean; people: number }[] = []
      const timesOf = (start: number) => ({
        eventTime: new Date(start).toISOString(),
        eventEndTime: new Date(start + lengthMs).toISOString(),
      })
      for (const start of firsts) {
        const { id } = await stage.build(timesOf(start))
        events.push({ id, start, isCancelled: false, people: 0 })
      }
      async function take(step: Step) {
        stage.clock.set(new Date(step.at))
        const admin = await stage.asAdmin()
        if (step.act === 'series') {
          const body = { title: '', description: '', reminderMinutes: step.times }
          await admin.call(saveEventDefaults, { body })
          return
        }
        const event = events[step.event]!
        if (step.at >= event.start) return
        const params = { id: event.id }
        const change = (body: object) => admin.call(changeEvent, { params, body })
        if (step.act === 'register' && !event.isCancelled)
          await stage.register(nameOf(step.event, event.people++), event.id)
        if (step.act === 'own')
          await admin.call(changeEventReminders, { params, body: { minutes: step.times } })
        const isAhead = step.act === 'move' && step.to > step.at + 10 * minute
        if (step.act === 'move' && isAhead && step.to !== event.start) {
          event.start = step.to
          await change(timesOf(step.to))
        }
        const isChanged = (step.act === 'cancel') !== event.isCancelled
        if ((step.act === 'cancel' || step.act === 'restore') && isChanged) {
          event.isCancelled = !event.isCancelled
          await change({ cancelled: event.isCancelled })
        }
      }
      const mails: string[] = []
      const rest = [...steps]
      for (const now of moments) {
        while (rest[0] && rest[0].at <= now) await take(rest.shift()!)
        const instant = new Date(now).toISOString()
        mails.push(...(await stage.at(instant)).map((mail) => `${instant} ${mail}`))
      }
      return mails.toSorted()
    }
    await fc.assert(
      fc.asyncProperty(history, async (course) => {
        const { steps, moments } = unfold(course)
        const expected = course.events.flatMap((first, event) =>
          expectMails(first, event, steps, moments),
        )
        expect(await run(course.events, steps, moments)).toEqual(expected.toSorted())
      }),
      { numRuns: 15, examples },
    )
  },
)
