import {
  automaticSteps,
  awaitsApproval,
  hasReadyRecording,
  optionalSteps,
} from '#features/events/rules.ts'
import { checklistKeys, type ChecklistKey, type ChecklistStep } from '#kernel/event-shapes.ts'
import { effectiveStatus, eventEnd, eventStart, type TimeContext } from '#kernel/event-time.ts'
import { opensBeforeMinutes } from '#kernel/join-window.ts'
import { isPublished } from '#kernel/publishing.ts'
import { listReminders } from '#kernel/reminder-times.ts'
import { findVideoId } from '#kernel/video-link.ts'
import { writeCount, writePeople } from '#kernel/write-count.ts'
import type { ChecklistFacts } from './checklist-facts.ts'
import {
  countSentReminders,
  describeAttendance,
  describeGuests,
  describeJoined,
  describeMeetingLink,
  describePublishing,
  describeReminders,
  describeTranscript,
  hasBegun,
  hasMeetingLink,
  hasStarted,
  isZoomTooSmall,
  type Known,
  write,
} from './describe-checklist.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** Times from which a step is due, and from which it is late, in milliseconds since 1970; undefined if unknown. */
type Times = { dueAt?: number | undefined; lateAt?: number | undefined }

type Step = Times & {
  isDone: boolean
  hasFailed?: boolean
  /** Whether the step does not apply to the event, or no longer. */
  isMoot?: boolean
  /** Whether the step is due now. Set only if no due time can be computed, because the event's end is unknown. */
  isDueNow?: boolean
  fact: string
  action: [label: string, place: string]
}

/** Computes all steps of an event's checklist at the given time. No step is stored in the database. */
export function listChecklistSteps(facts: ChecklistFacts, time: TimeContext): ChecklistStep[] {
  const { event } = facts
  const known: Known = {
    ...facts,
    now: time.now.getTime(),
    start: eventStart(event)?.getTime(),
    end: eventEnd(event, time.timeZone)?.getTime(),
    isOver: effectiveStatus(event, time.now, time.timeZone) === 'completed',
    isShown: isPublished(event, time.now),
    hasRecordingLink: Boolean(findVideoId(event.videoUrl)),
  }
  return checklistKeys.map((key) => presentStep(key, known))
}

function presentStep(key: ChecklistKey, known: Known): ChecklistStep {
  const { event } = known
  if (event.cancelledAt) {
    return { key, state: 'not_needed', dueAt: null, fact: 'The event is cancelled.', action: null }
  }
  const step = rules[key](known)
  const state = stateOf(key, step, known.now)
  const isWork = state !== 'done' && state !== 'not_needed'
  const isAutomatic = automaticSteps.has(key) && state !== 'failed'
  const [label, place] = step.action
  const dueAt = step.dueAt === undefined ? null : new Date(step.dueAt).toISOString()
  const href = place.startsWith('/admin') ? place : `/admin/events/${event.id}${place}`
  return {
    key,
    state,
    dueAt: state === 'not_needed' ? null : dueAt,
    fact: step.fact,
    action: isWork && !isAutomatic ? { label, href } : null,
  }
}

function stateOf(key: ChecklistKey, step: Step, now: number): ChecklistStep['state'] {
  const { isDone, hasFailed, isMoot, isDueNow, dueAt, lateAt } = step
  if (hasFailed) return 'failed'
  if (isDone) return 'done'
  if (isMoot) return 'not_needed'
  if (automaticSteps.has(key)) return 'ahead'
  if (lateAt !== undefined && now >= lateAt && !optionalSteps.has(key)) return 'late'
  return isDueNow || (dueAt !== undefined && now >= dueAt) ? 'due' : 'ahead'
}

const before = (moment: number | undefined, span: number) => moment && moment - span
const after = (moment: number | undefined, span: number) => moment && moment + span

/**
 * Returns when a step after the event is due and when it is late: `due` and `late` milliseconds after the event's end.
 * Without a known end, the step is due once the event is over.
 */
function onceOver({ end, isOver }: Known, due: number, late?: number) {
  const isDueNow = isOver && end === undefined
  return { dueAt: after(end, due), lateAt: late && after(end, late), isDueNow }
}

const rules: Record<ChecklistKey, (known: Known) => Step> = {
  set_date_and_time: ({ event, start, isOver }) => ({
    isDone: start !== undefined,
    isMoot: isOver,
    isDueNow: true,
    fact:
      start !== undefined
        ? 'Date and start time are set.'
        : event.eventDate || event.eventTime
          ? 'No start time: no reminders or Zoom registrations.'
          : 'No date yet.',
    action: ['Set date and time', `/details#${event.eventDate ? 'eventTime' : 'eventDate'}`],
  }),
  add_picture: ({ event, start, isShown, now }) => ({
    isDone: event.bannerImage.trim() !== '',
    dueAt: before(start, 21 * day),
    lateAt: isShown ? now : undefined,
    fact: event.bannerImage.trim() === '' ? 'No banner image yet.' : 'The banner image is set.',
    action: ['Add picture', '/details#bannerImage'],
  }),
  publish: (known) => {
    const { event, start, isShown, isOver } = known
    return {
      isDone: isShown && (isOver || event.status === 'upcoming'),
      dueAt: before(start, 21 * day),
      lateAt: before(start, 7 * day),
      fact: describePublishing(known),
      action: isShown ? ['Open registration', ''] : ['Publish', '/details#publishing'],
    }
  },
  confirm_date: ({ event, start, isOver }) => ({
    isDone: event.dateConfirmed,
    isMoot: isOver,
    dueAt: before(start, 14 * day),
    lateAt: before(start, 3 * day),
    fact: event.dateConfirmed
      ? 'The date is confirmed.'
      : 'The date is not confirmed: no reminders or Zoom registrations.',
    action: ['Confirm date', '/details#dateConfirmed'],
  }),
  set_meeting_link: (known) => ({
    isDone: hasMeetingLink(known) && !isZoomTooSmall(known),
    isMoot: known.isOver,
    dueAt: before(known.start, 7 * day),
    lateAt: before(known.start, day),
    fact: describeMeetingLink(known),
    action: isZoomTooSmall(known)
      ? ['Limit seats', '/details#capacity']
      : ['Add meeting link', '/details#roomUrl'],
  }),
  send_guest_link: (known) => ({
    isDone: known.guests > 0 && known.guestsSent === known.guests,
    isMoot: known.isOver,
    dueAt: before(known.start, 7 * day),
    lateAt: before(known.start, 2 * day),
    fact: describeGuests(known),
    action: [known.guests === 0 ? 'Add guest' : 'View guest', '/people'],
  }),
  invite_subscribers: ({ start, isOver, newsletters, invitations }) => ({
    isDone: newsletters + invitations > 0,
    isMoot: isOver,
    dueAt: before(start, 14 * day),
    fact:
      newsletters > 0
        ? 'A newsletter about this event was sent.'
        : invitations > 0
          ? `"Registration open" went to ${writePeople(invitations)}.`
          : 'No invitation sent yet.',
    action: ['Write announcement', '/email'],
  }),
  reminders: remindersStep,
  read_questions: ({ start, isOver, questions, openQuestions }) => ({
    isDone: openQuestions === 0,
    isMoot: isOver,
    dueAt: before(start, day),
    fact:
      questions === 0
        ? 'No questions to read.'
        : `${write(openQuestions)} of ${writeCount(questions, 'question', 'questions')} open.`,
    action: ['Read questions', '/questions'],
  }),
  open_room: (known) => ({
    isDone: known.joined > 0 || hasStarted(known),
    isMoot: known.isOver,
    dueAt: before(known.start, hour),
    lateAt: known.start,
    fact:
      known.joined > 0
        ? describeJoined(known)
        : hasStarted(known)
          ? 'Zoom reports that the event has started.'
          : hasBegun(known)
            ? 'No one has joined yet.'
            : `Start your meeting. Join links work from ${opensBeforeMinutes} minutes before the start.`,
    action: ['Open the room', ''],
  }),
  add_recording: (known) => ({
    isDone: known.hasRecordingLink,
    ...onceOver(known, 2 * day, 7 * day),
    fact: known.hasRecordingLink
      ? 'The recording link is saved.'
      : known.event.videoUrl
        ? 'The recording link is not a recognised video link.'
        : known.isRecordedInZoom
          ? "Zoom's recording is ready. Upload it, then paste its link."
          : 'No recording link yet.',
    action: ['Add recording', '/recording'],
  }),
  release_recording: (known) => ({
    isDone: hasReadyRecording(known.event),
    ...onceOver(known, known.hasRecordingLink ? 0 : 2 * day, 7 * day),
    fact: hasReadyRecording(known.event)
      ? 'Released to members.'
      : awaitsApproval(known.event)
        ? known.guests > 0
          ? 'Waiting for the guest’s approval.'
          : 'No guest is left to approve it. Release it yourself.'
        : 'Members cannot watch the recording yet.',
    action: ['Release recording', '/recording'],
  }),
  add_transcript: (known) => ({
    isDone: known.hasTranscript && known.chapters > 0,
    ...onceOver(known, 7 * day),
    fact: describeTranscript(known),
    action: [
      known.hasTranscript
        ? 'Add chapters'
        : known.isTranscriptWaiting
          ? 'Review transcript'
          : 'Add transcript',
      '/recording',
    ],
  }),
  attendance: (known) => ({
    isDone: known.report?.state === 'ready',
    hasFailed: known.report?.state === 'failed' && known.webinarId !== null,
    isMoot: known.webinarId === null || !known.isZoomConnected,
    dueAt: after(known.end, hour),
    fact: describeAttendance(known),
    action: ['View attendance', '/results'],
  }),
  ask_feedback: (known) => ({
    isDone: known.feedbackAsked > 0,
    isMoot: known.feedbackMinutes === 0,
    dueAt: after(known.end, known.feedbackMinutes * minute),
    fact:
      known.feedbackAsked > 0
        ? `The question went to ${writePeople(known.feedbackAsked)}.`
        : known.feedbackMinutes === 0
          ? 'No question is sent after this event.'
          : 'Attendees get one question by email once attendance is known.',
    action: ['View emails', '/email'],
  }),
  write_to_missed: (known) => ({
    isDone: known.emailsToMissed > 0,
    ...onceOver(known, 3 * day),
    fact:
      known.emailsToMissed > 0
        ? 'People who missed the event have been emailed.'
        : 'No email to people who missed the event yet.',
    action: ['Write announcement', '/email'],
  }),
  plan_next_event: (known) => ({
    isDone: known.isFollowedByEvent,
    ...onceOver(known, 7 * day, 21 * day),
    fact: known.isFollowedByEvent ? 'A later event exists.' : 'No later event yet.',
    action: ['Create event', '/admin/events/new'],
  }),
}

function remindersStep(known: Known): Step {
  const { now, start, isOver, event } = known
  const reminders = listReminders(event)
  const last = reminders.at(-1)
  const isLastDue = start !== undefined && last !== undefined && now >= start - last.from
  const next = start && (reminders.find(({ from }) => now < start - from) ?? last)
  return {
    hasFailed: known.remindersFailed > 0 && !isOver,
    isDone: countSentReminders(known) > 0 && known.remindersWaiting === 0 && isLastDue,
    isMoot: hasBegun(known) || reminders.length === 0,
    dueAt: start && next && start - next.from,
    fact: describeReminders(known),
    action: ['View failed emails', '/email'],
  }
}
