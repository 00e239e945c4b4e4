import {
  attends,
  hasLeftNews,
  hasLeftReminders,
  hour,
  minute,
  type Moment,
  nextMorning,
  reminders,
  acceptsOffer,
  type Year,
} from './year-of-events.ts'

/** State of one person at one event by the rules. */
type Place = {
  state: 'seated' | 'waiting' | 'offered' | 'missed'
  /** Mail that answers the person's act or the series registration, until it is sent. */
  pending: string[]
  /** When the last mail was sent that named the time; infinite while it waits. */
  toldAt: number
  toldStart?: number
  isToldCancelled?: boolean
  reminded: Set<string>
  offerEnds: number
  hasCome: boolean
}

type Event = {
  start: number
  seats: number | null
  savedAt: number
  isCancelled: boolean
  isPlaced: boolean
  releasedAt?: number
  /** When the thank-you and missed-you mails are sent. */
  morning?: number
  isFollowedUp?: boolean
  places: Map<number, Place>
  /** People on the waiting list, first in line first. */
  line: number[]
}

const lengthMs = hour

/** Returns the mails of a year by the rules alone: `time person event: subject`. */
export function expectYear({ series, moments }: Year): string[] {
  const mails: string[] = []
  const events = new Map<number, Event>()
  let isDown = false

  function seat(event: Event, person: number, mail: string) {
    const place: Place = {
      state: 'seated',
      pending: [mail],
      toldAt: Infinity,
      reminded: new Set(),
      offerEnds: 0,
      hasCome: false,
    }
    event.line = event.line.filter((one) => one !== person)
    event.places.set(person, place)
  }
  const countTaken = ({ places }: Event) =>
    [...places.values()].filter(({ state }) => state === 'seated' || state === 'offered').length
  const isFree = (event: Event) => event.seats === null || countTaken(event) < event.seats
  function join(event: Event, person: number) {
    seat(event, person, 'You are on the waiting list')
    event.places.get(person)!.state = 'waiting'
    event.line.push(person)
  }
  /** Ends missed offers, and offers free seats to the first in line. */
  function settleLine(event: Event, now: number) {
    if (event.seats === null) return
    for (const place of event.places.values())
      if (place.state === 'offered' && place.offerEnds <= now) place.state = 'missed'
    while (isFree(event) && event.line.length > 0 && now < event.start + lengthMs) {
      const place = event.places.get(event.line.shift()!)!
      place.state = 'offered'
      place.pending.push('A seat is free for you')
      const isNear = event.start - now < 48 * hour
      place.offerEnds = Math.min(now + (isNear ? 2 : 24) * hour, event.start + lengthMs)
    }
  }
  function take(moment: Moment) {
    const { at } = moment
    if (moment.act === 'down') isDown = true
    if (moment.act === 'up') isDown = false
    if (!('event' in moment)) return
    if (moment.act === 'open') {
      const { start, seats } = moment
      const fresh = { savedAt: at, isCancelled: false, isPlaced: false }
      events.set(moment.event, { start, seats, ...fresh, places: new Map(), line: [] })
      return
    }
    const event = events.get(moment.event)!
    if (moment.act === 'register' && !event.isCancelled)
      for (const person of moment.people) {
        settleLine(event, at)
        if (isFree(event)) seat(event, person, 'Your seat is confirmed')
        else join(event, person)
      }
    if (moment.act === 'drop')
      for (const person of moment.people) {
        if (event.places.get(person)?.state !== 'seated') continue
        event.places.delete(person)
        settleLine(event, at)
      }
    if (moment.act === 'accept')
      for (const [person, { state, offerEnds }] of event.places)
        if (state === 'offered' && offerEnds > at && acceptsOffer(person))
          seat(event, person, 'Your seat is confirmed')
    if (moment.act === 'attend' && !event.isCancelled)
      for (const [person, place] of event.places)
        place.hasCome = place.state === 'seated' && attends(moment.event, person)
    if (moment.act === 'move') event.start = moment.start
    if (moment.act === 'cancel' || moment.act === 'restore')
      event.isCancelled = moment.act === 'cancel'
    if (moment.act === 'release') event.releasedAt = at
    if (['move', 'cancel', 'restore', 'release'].includes(moment.act)) event.savedAt = at
  }
  function findReminder({ start }: Event, now: number): number | undefined {
    return reminders.find((minutes, at) => {
      const next = reminders[at + 1] === undefined ? start : start - reminders[at + 1]! * minute
      const from = start - minutes * minute
      const until = next === start ? start : next - Math.min(2 * hour, (next - from) / 2)
      return now >= from && now < until
    })
  }
  /** Returns what is sent to a person now. */
  function findMails(event: Event, person: number, place: Place, now: number): string[] {
    const isSettled = now - event.savedAt > 2 * minute
    const isOver = now >= event.start + lengthMs
    if (place.pending.length > 0) {
      const pending = place.pending.splice(0).filter((mail) => {
        if (isOver || event.isCancelled) return false
        if (mail === 'You are on the waiting list') return place.state === 'waiting'
        return mail !== 'A seat is free for you' || place.state === 'offered'
      })
      if (place.state === 'seated' && pending.length > 0)
        [place.toldAt, place.toldStart] = [now, event.start]
      return pending
    }
    if (place.state !== 'seated' || !isSettled) return []
    if (event.isCancelled) {
      if (isOver || place.isToldCancelled) return []
      place.isToldCancelled = true
      return ['Cancelled']
    }
    if (place.isToldCancelled && !isOver) {
      place.isToldCancelled = false
      ;[place.toldAt, place.toldStart] = [now, event.start]
      return ['Takes place after all']
    }
    if (now < event.start) {
      if (place.toldStart !== event.start) {
        ;[place.toldAt, place.toldStart] = [now, event.start]
        return ['New time']
      }
      const minutes = findReminder(event, now)
      const key = `${event.start} ${minutes}`
      if (minutes === undefined || place.reminded.has(key) || hasLeftReminders(person)) return []
      if (place.toldAt >= event.start - minutes * minute - 15 * minute) return []
      place.reminded.add(key)
      return [minutes > 60 ? 'Coming up' : 'Starting soon']
    }
    return []
  }
  /** Returns the mail after the event to a person. */
  function findFollowUp(place: Place, isKnown: boolean): string {
    if (!isKnown) return 'The recording is ready'
    return place.hasCome ? 'Thank you for coming' : 'Sorry we missed you'
  }
  function followUp(event: Event, now: number, send: (person: number, mail: string) => void) {
    if (event.releasedAt === undefined || event.isFollowedUp || event.isCancelled) return
    if (now - event.savedAt <= 2 * minute) return
    const isKnown = [...event.places.values()].some(({ hasCome }) => hasCome)
    // Held at least two minutes, and until the series' time of day.
    const due = isKnown ? nextMorning(event.releasedAt + 2 * minute) : event.releasedAt
    if (now < due || isDown) return
    event.isFollowedUp = true
    for (const [person, place] of event.places)
      if (place.state === 'seated' && !hasLeftNews(person))
        send(person, findFollowUp(place, isKnown))
  }
  for (const moment of moments) {
    take(moment)
    if (moment.act !== 'tick') continue
    const now = moment.at
    for (const [number, event] of events) {
      const isOpen = !event.isCancelled && now < event.start
      if (isOpen && !event.isPlaced && now - event.savedAt >= 2 * minute) {
        event.isPlaced = true
        for (let person = 0; person < series; person++) {
          if (isFree(event)) seat(event, person, 'You are registered')
          else join(event, person)
        }
      }
      settleLine(event, now)
      const send = (person: number, mail: string) =>
        void mails.push(`${new Date(now).toISOString()} person${person} Event ${number}: ${mail}`)
      if (isDown) continue
      for (const [person, place] of event.places)
        for (const mail of findMails(event, person, place, now)) send(person, mail)
      followUp(event, now, send)
    }
  }
  return mails.toSorted()
}
