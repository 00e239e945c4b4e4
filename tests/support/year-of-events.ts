/** A year of a series: what administrators and visitors do, and when. */

export const minute = 60_000
export const hour = 60 * minute
export const day = 24 * hour

/** What happens at a moment; `tick`: both nodes run the sweep and the jobs. */
export type Act =
  | { act: 'open'; event: number; start: number; seats: number | null }
  | { act: 'register' | 'drop'; event: number; people: number[] }
  | { act: 'move'; event: number; start: number }
  | { act: 'accept' | 'cancel' | 'restore' | 'attend' | 'release'; event: number }
  | { act: 'down' | 'up' | 'tick' }
export type Moment = Act & { at: number }

export type Year = {
  people: number
  /** The first people are registered for every event, in this order. */
  series: number
  moments: Moment[]
}

/** Minutes before the start at which the series sends reminders. */
export const reminders = [3 * 24 * 60, 24 * 60, 60]
/** Events with special courses, by number. */
const special = {
  full: [3, 7, 11],
  fullForSeries: 9,
  moved: 4,
  cancelled: 6,
  restored: 8,
  unknownAttendance: 10,
  unreleased: 5,
  shortNotice: 12,
}

/** The person attends this event if registered. */
export const attends = (event: number, person: number) => (person + event) % 3 !== 0
export const hasLeftReminders = (person: number) => person % 17 === 3
export const hasLeftNews = (person: number) => person % 19 === 5
/** The person takes an offered seat. */
export const acceptsOffer = (person: number) => person % 2 === 0

/** Returns the next 10:00 of the sample series' zone, which is two hours ahead of UTC all year. */
export function nextMorning(from: number): number {
  const eight = Math.floor(from / day) * day + 8 * hour
  return eight >= from ? eight : eight + day
}

/** Returns the year with this number of people; 12 events, one a month. */
export function planYear(people: number): Year {
  const series = Math.floor(people / 8)
  const moments: Moment[] = []
  for (let event = 1; event <= 12; event++) {
    const start = Date.UTC(2031, event - 1, 15 + (event % 5), 15)
    moments.push(...planEvent({ event, start, people, series }))
  }
  return { people, series, moments: moments.toSorted((one, other) => one.at - other.at) }
}

type Plan = { event: number; start: number; people: number; series: number }

function planEvent({ event, start: first, people, series }: Plan): Moment[] {
  const isShort = event === special.shortNotice
  const start = event === special.moved ? first + day : first
  const opens = isShort ? first - 20 * hour : first - 14 * day
  const others = Array.from({ length: people - series }, (_, at) => series + at)
  const wanted = others.filter((person) => (person * 7 + event * 13) % 4 === 0)
  const seats = special.full.includes(event)
    ? series + Math.floor(wanted.length / 3)
    : event === special.fullForSeries
      ? Math.floor(series * 0.8)
      : null
  const dropped = [...wanted.slice(0, 4), 0, 5].filter((person) => (person + event) % 2 === 0)
  const batch = (part: number) =>
    wanted.filter((_, at) => (at % 10 === 9 ? part === 2 : at % 5 === 3 ? part === 1 : part === 0))
  const at = (moment: number, act: Act): Moment[] => [
    { ...act, at: moment },
    { act: 'tick', at: moment },
  ]
  const settled = (moment: number, act: Act) => [
    ...at(moment, act),
    { act: 'tick', at: moment + 3 * minute } as const,
  ]
  const tick = (moment: number): Moment => ({ act: 'tick', at: moment })
  const close: Moment[] = [
    ...at(start - 20 * hour + 30 * minute, { act: 'register', event, people: batch(1) }),
    ...at(start - 30 * minute, { act: 'register', event, people: batch(2) }),
    ...reminders.map((minutes) => tick(start - minutes * minute)),
    ...at(start + 5 * minute, { act: 'attend', event }),
  ]
  const released = start + 2 * day
  const after: Moment[] = [
    tick(start + 2 * hour),
    ...(event === special.unreleased ? [] : settled(released, { act: 'release', event })),
    tick(nextMorning(released + 2 * minute)),
    tick(nextMorning(released + 2 * minute) + day),
  ]
  const ofList = [2, 24.1, 26, 48.1, 50, 72.1, 74, 76.2].flatMap((hours) =>
    at(first - 6 * day + hours * hour, { act: 'accept', event }),
  )
  return [
    ...settled(opens, { act: 'open', event, start: first, seats }),
    ...(isShort ? [] : at(first - 10 * day, { act: 'register', event, people: batch(0) })),
    ...(isShort ? [] : at(first - 6 * day, { act: 'drop', event, people: dropped })),
    ...(seats === null ? [] : ofList),
    ...(event === special.moved ? settled(first - 5 * day, { act: 'move', event, start }) : []),
    ...(event === special.cancelled ? settled(first - 2 * day, { act: 'cancel', event }) : []),
    ...(event === special.restored
      ? [
          ...settled(first - 8 * day, { act: 'cancel', event }),
          ...settled(first - 7 * day, { act: 'restore', event }),
        ]
      : []),
    ...close.filter(({ act }) => act !== 'attend' || event !== special.unknownAttendance),
    ...after,
    ...outageOf(event, start, released),
  ]
}

/** Outages of the mail server: over a reminder, over the last reminder, and over the time of the follow-up mails. */
function outageOf(event: number, start: number, released: number): Moment[] {
  const times: Record<number, [from: number, to: number]> = {
    1: [start - 25 * hour, start - 21.5 * hour],
    2: [start - 70 * minute, start + 10 * minute],
    7: [nextMorning(released + 2 * minute) - hour, nextMorning(released + 2 * minute) + 3 * hour],
  }
  const [from, to] = times[event] ?? []
  if (from === undefined || to === undefined) return []
  return [
    { act: 'down', at: from },
    { act: 'tick', at: from + 10 * minute },
    { act: 'up', at: to },
    { act: 'tick', at: to },
  ]
}
