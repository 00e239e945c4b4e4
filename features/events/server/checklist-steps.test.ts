import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { nextStep } from '#features/events/rules.ts'
import { checklistKeys, type ChecklistKey, type ChecklistStep } from '#kernel/event-shapes.ts'
import { unscheduled } from '#kernel/publishing.ts'
import type { ChecklistFacts } from './checklist-facts.ts'
import { listChecklistSteps } from './checklist-steps.ts'

const hours = 3_600_000
const now = Date.parse('2026-12-01T08:00:00Z')
const date = (moment: number) => new Date(moment)

/** Times around now at which steps change, and one minute before and after each. */
const moment = fc
  .tuple(
    fc.oneof(
      fc.constantFrom(0, 1, 2, 24, 48, 3 * 24, 7 * 24, 14 * 24, 21 * 24, 30 * 24),
      fc.integer({ min: 0, max: 40 * 24 }),
    ),
    fc.constantFrom(1, -1),
    fc.constantFrom(-60_000, 0, 60_000),
  )
  .map(([distance, sign, minute]) => now + sign * distance * hours + minute)
const few = fc.integer({ min: 0, max: 3 })
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null })

const generated = fc.record({
  start: maybe(moment),
  length: maybe(fc.constantFrom(hours, 2 * hours)),
  freeText: fc.boolean(),
  hasDate: fc.boolean(),
  status: fc.constantFrom('pre_registration', 'upcoming', 'completed'),
  dateConfirmed: fc.boolean(),
  cancelled: fc.boolean(),
  publishAt: fc.oneof(fc.constant(null), fc.constant(unscheduled), moment.map(date)),
  bannerImage: fc.constantFrom('', '/images/banner.webp'),
  roomUrl: maybe(fc.constant('https://meet.example.org/salt')),
  videoUrl: fc.constantFrom(null, 'https://example.org/film', 'https://youtu.be/aqz-KE-bpKQ'),
  recordingReady: fc.boolean(),
  startedAt: maybe(moment),
  webinarId: maybe(fc.constant('81234567890')),
  isWebinarDeleted: fc.boolean(),
  isZoomConnected: fc.boolean(),
  capacity: maybe(fc.constantFrom(2, 3, 4)),
  zoomCapacity: maybe(fc.constantFrom(2, 3, 4)),
  hasTranscript: fc.boolean(),
  report: maybe(fc.constantFrom('waiting', 'ready', 'failed')),
  isFollowedByEvent: fc.boolean(),
  guests: few,
  guestsSent: few,
  newsletters: few,
  invitations: few,
  remindersSent: fc.record({ 1440: few, 60: few }),
  remindersWaiting: few,
  remindersFailed: few,
  openQuestions: few,
  joined: few,
  chapters: few,
  emailsToMissed: few,
  feedbackAsked: few,
  feedbackMinutes: fc.constantFrom(0, 60),
})
const confirmed = 3
type Generated = typeof generated extends fc.Arbitrary<infer Value> ? Value : never

function factsOf(drawn: Generated): ChecklistFacts {
  const { start, length, startedAt, report, cancelled, capacity, ...rest } = drawn
  const eventTime = start === null ? (drawn.freeText ? 'in the evening' : null) : iso(start)
  const event = {
    id: 7,
    eventDate: start === null ? (drawn.hasDate ? '2026-12-05' : null) : iso(start).slice(0, 10),
    eventTime,
    eventEndTime: start === null || length === null ? null : iso(start + length),
    status: drawn.status,
    dateConfirmed: drawn.dateConfirmed,
    cancelledAt: cancelled ? date(now - hours) : null,
    publishAt: drawn.publishAt,
    bannerImage: drawn.bannerImage,
    roomUrl: drawn.roomUrl,
    videoUrl: drawn.videoUrl,
    recordingReady: drawn.recordingReady,
    reminderMinutes: [1440, 60],
    capacity,
  }
  return {
    ...rest,
    // The steps read only these columns.
    event: event as ChecklistFacts['event'],
    heard: startedAt === null ? null : { startedAt: date(startedAt), endedAt: null },
    report: report && { state: report, lastError: null },
    guests: Math.max(drawn.guests, drawn.guestsSent),
    guestsFailed: 0,
    guestsNotSent: 0,
    questions: drawn.openQuestions,
    isRecordedInZoom: false,
    isTranscriptWaiting: false,
    confirmed,
    attended: 0,
  }
}

const iso = (time: number) => new Date(time).toISOString()

type Row = {
  done: boolean
  /** True for a step before the event's end. */
  before?: true
  optional?: true
  due?: number | null
  late?: number | null
}

/** An independent implementation of the checklist's specification, row by row. */
function reference(drawn: Generated) {
  const { start } = drawn
  // The time zone is UTC, so that a date without a time ends at midnight.
  const end =
    start === null
      ? drawn.hasDate
        ? Date.parse('2026-12-06T00:00:00Z')
        : null
      : start + (drawn.length ?? 3 * hours)
  const over = drawn.status === 'completed' || (end !== null && end <= now)
  const visible =
    drawn.publishAt === null ||
    (drawn.publishAt !== unscheduled && drawn.publishAt.getTime() <= now)
  const T = (offset: number) => (start === null ? null : start + offset * hours)
  const E = (offset: number) => (end === null ? null : end + offset * hours)
  const webinar = drawn.webinarId !== null && drawn.isZoomConnected && !drawn.isWebinarDeleted
  const seats = Math.max(drawn.capacity ?? 0, confirmed)
  const fits = drawn.zoomCapacity === null || seats <= drawn.zoomCapacity
  const guests = Math.max(drawn.guests, drawn.guestsSent)
  const started = drawn.startedAt !== null && start !== null && drawn.startedAt >= start - hours
  const link = drawn.videoUrl === 'https://youtu.be/aqz-KE-bpKQ'
  const before = true as const
  const optional = true as const
  const rows: Partial<Record<ChecklistKey, Row>> = {
    set_date_and_time: { done: start !== null, before, due: now },
    add_picture: { done: drawn.bannerImage !== '', due: T(-21 * 24), late: visible ? now : null },
    publish: {
      done: visible && (over || drawn.status === 'upcoming'),
      due: T(-21 * 24),
      late: T(-7 * 24),
    },
    confirm_date: { done: drawn.dateConfirmed, before, due: T(-14 * 24), late: T(-3 * 24) },
    set_meeting_link: {
      done: webinar ? fits : drawn.roomUrl !== null,
      before,
      due: T(-7 * 24),
      late: T(-24),
    },
    send_guest_link: {
      done: guests > 0 && drawn.guestsSent === guests,
      before,
      due: T(-7 * 24),
      late: T(-48),
    },
    invite_subscribers: {
      done: drawn.newsletters > 0 || drawn.invitations > 0,
      before,
      optional,
      due: T(-14 * 24),
    },
    read_questions: { done: drawn.openQuestions === 0, before, optional, due: T(-24) },
    open_room: { done: drawn.joined > 0 || started, before, due: T(-1), late: T(0) },
    add_recording: { done: link, due: E(48), late: E(7 * 24) },
    release_recording: {
      done: drawn.recordingReady && drawn.videoUrl !== null,
      due: link ? E(0) : E(48),
      late: E(7 * 24),
    },
    add_transcript: { done: drawn.hasTranscript && drawn.chapters > 0, optional, due: E(7 * 24) },
    write_to_missed: { done: drawn.emailsToMissed > 0, optional, due: E(72) },
    plan_next_event: { done: drawn.isFollowedByEvent, due: E(7 * 24), late: E(21 * 24) },
  }
  function stateOf(key: ChecklistKey): ChecklistStep['state'] {
    if (drawn.cancelled) return 'not_needed'
    const reminded = drawn.remindersSent[1440] + drawn.remindersSent[60] > 0
    if (key === 'reminders') {
      if (drawn.remindersFailed > 0 && !over) return 'failed'
      const inLastHour = start !== null && now >= start - hours
      if (reminded && drawn.remindersWaiting === 0 && inLastHour) return 'done'
      return over || (start !== null && now >= start) ? 'not_needed' : 'ahead'
    }
    if (key === 'attendance') {
      if (drawn.report === 'failed' && drawn.webinarId !== null) return 'failed'
      if (drawn.report === 'ready') return 'done'
      return drawn.webinarId !== null && drawn.isZoomConnected ? 'ahead' : 'not_needed'
    }
    if (key === 'ask_feedback') {
      if (drawn.feedbackAsked > 0) return 'done'
      return drawn.feedbackMinutes === 0 ? 'not_needed' : 'ahead'
    }
    const row = rows[key]!
    if (row.done) return 'done'
    if (row.before && over) return 'not_needed'
    if (!row.optional && now >= (row.late ?? Infinity)) return 'late'
    // If the event is over at an unknown time, the steps after it are due immediately.
    const follows = ['add_recording', 'release_recording', 'add_transcript']
    const isDueNow = [...follows, 'write_to_missed', 'plan_next_event'].includes(key)
    if (typeof row.due !== 'number') return over && end === null && isDueNow ? 'due' : 'ahead'
    return now >= row.due ? 'due' : 'ahead'
  }
  function dueAt(key: ChecklistKey) {
    if (stateOf(key) === 'not_needed' || key === 'set_date_and_time') return null
    if (key === 'reminders') return start !== null && now < start - 24 * hours ? T(-24) : T(-1)
    if (key === 'ask_feedback') return E(drawn.feedbackMinutes / 60)
    return key === 'attendance' ? E(1) : (rows[key]!.due ?? null)
  }
  return checklistKeys.map((key) => ({ key, state: stateOf(key), dueAt: dueAt(key) }))
}

const time = { now: date(now), timeZone: 'UTC' }

test('every step of an event in any state is as the table says', () => {
  const property = fc.property(generated, (drawn) => {
    const steps = listChecklistSteps(factsOf(drawn), time)
    const found = steps.map(({ key, state, dueAt }) => ({
      key,
      state,
      dueAt: dueAt === null ? null : Date.parse(dueAt),
    }))
    expect(found).toEqual(reference(drawn))
  })
  fc.assert(property, { numRuns: 3000 })
})

test('work has a place in the admin area, and nothing else has one', () => {
  const property = fc.property(generated, (drawn) => {
    for (const { key, state, action, fact } of listChecklistSteps(factsOf(drawn), time)) {
      const isAutomatic = ['reminders', 'attendance', 'ask_feedback'].includes(key)
      const isWork = isAutomatic ? state === 'failed' : !['done', 'not_needed'].includes(state)
      expect(action !== null).toBe(isWork)
      const href = action?.href ?? '/admin/events/new'
      expect(href).toMatch(/^\/admin\/events\/(7(\/[a-z]+(#[\w-]+)?)?|new)$/)
      expect(fact).toMatch(/^[A-Z0-9"].*\.$/)
    }
  })
  fc.assert(property, { numRuns: 1000 })
})

test('the next step is the first late one, else the first due one, else the nearest', () => {
  const step = (key: ChecklistKey, state: ChecklistStep['state'], dueAt: string | null = null) => ({
    key,
    state,
    dueAt,
    fact: '',
    action: null,
  })
  const isNext = (...steps: ChecklistStep[]) => nextStep(steps)?.key ?? null
  const ahead = [
    step('confirm_date', 'ahead'),
    step('set_meeting_link', 'ahead', '2026-12-09T00:00:00Z'),
    step('send_guest_link', 'ahead', '2026-12-08T00:00:00Z'),
  ]
  expect(isNext()).toBe(null)
  expect(isNext(step('publish', 'done'), step('open_room', 'not_needed'))).toBe(null)
  expect(isNext(...ahead)).toBe('send_guest_link')
  expect(isNext(...ahead, step('add_recording', 'due'), step('plan_next_event', 'due'))).toBe(
    'add_recording',
  )
  expect(isNext(...ahead, step('publish', 'due'), step('open_room', 'late'))).toBe('open_room')
  expect(isNext(step('read_questions', 'due'), step('reminders', 'ahead'))).toBe(null)
  expect(isNext(step('reminders', 'failed'), step('open_room', 'late'))).toBe('reminders')
})
