import { useQuery } from '@tanstack/react-query'
import {
  ChevronRight,
  Circle,
  CircleAlert,
  CircleCheck,
  CircleDot,
  CircleMinus,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { NotLoaded } from '#client/page/load-failed.tsx'
import { useSite } from '#client/page/use-site.ts'
import { textLinkStyle } from '#client/ui/text-link.ts'
import { automaticSteps, nextStep, optionalSteps } from '#features/events/rules.ts'
import type { AdminEvent, ChecklistKey, ChecklistStep } from '#kernel/event-shapes.ts'
import { formatEventDate } from '#kernel/event-time.ts'
import { eventTabPath } from './event-places.ts'
import { eventChecklist } from './event-queries.ts'

/** Name of each checklist step on the screen. */
const stepNames: Record<ChecklistKey, string> = {
  set_date_and_time: 'Date and time',
  add_picture: 'Picture',
  publish: 'Publish and open registration',
  confirm_date: 'Confirm the date',
  set_meeting_link: 'Meeting link',
  send_guest_link: "Guest's personal link",
  invite_subscribers: 'Invite subscribers',
  reminders: 'Reminders',
  read_questions: 'Questions',
  open_room: 'Open the room',
  add_recording: 'Recording',
  release_recording: 'Release recording to members',
  add_transcript: 'Transcript and chapters',
  attendance: 'Attendance',
  ask_feedback: 'Question to attendees',
  write_to_missed: 'Email people who missed the event',
  plan_next_event: 'Plan the next event',
}

const looks = {
  done: { icon: CircleCheck, color: 'text-success', word: 'Done' },
  due: { icon: CircleDot, color: 'text-warning', word: 'Due' },
  late: { icon: CircleAlert, color: 'text-danger', word: 'Late' },
  failed: { icon: CircleAlert, color: 'text-danger', word: 'Failed' },
  ahead: { icon: Circle, color: 'text-muted', word: '' },
  not_needed: { icon: CircleMinus, color: 'text-muted', word: 'Not needed' },
} as const

const stepsAfter: ReadonlySet<ChecklistKey> = new Set<ChecklistKey>([
  'add_recording',
  'release_recording',
  'add_transcript',
  'attendance',
  'ask_feedback',
  'write_to_missed',
  'plan_next_event',
])

type EventChecklistProps = {
  event: AdminEvent
  /** Buttons of steps that are neither done nor moot. */
  extras?: Partial<Record<ChecklistKey, ReactNode>>
}

/**
 * The checklist of an event in two parts, before and after the event: the current part is open, the other collapsed.
 */
export function EventChecklist({ event, extras = {} }: EventChecklistProps) {
  const query = useQuery(eventChecklist(event.id))
  const steps = query.data ?? []
  const next = nextStep(steps)?.key
  const isOver = event.status === 'completed'
  const parts = [
    { name: 'Before the event', steps: steps.filter(({ key }) => !stepsAfter.has(key)) },
    { name: 'After the event', steps: steps.filter(({ key }) => stepsAfter.has(key)) },
  ]
  return (
    <section aria-labelledby="event-checklist" className="min-w-0">
      <h2 id="event-checklist" className="text-subheading">
        Checklist
      </h2>
      <NotLoaded query={query} message="The checklist could not be loaded." skeleton="mt-4 h-96" />
      {event.cancelledAt !== null && query.data && (
        <p className="mt-3 text-muted">The event is cancelled. Nothing left to do.</p>
      )}
      {event.cancelledAt === null &&
        query.data &&
        (isOver ? parts.toReversed() : parts).map((part, index) => (
          <details key={part.name} open={index === 0} className="group mt-4">
            <summary className="inline-flex min-h-9 items-center gap-1 rounded-sm text-small font-semibold">
              <ChevronRight aria-hidden size={16} className="group-open:rotate-90" />
              {part.name}{' '}
              <span className="font-normal text-muted figures">{summarize(part.steps)}</span>
            </summary>
            <ol aria-label={part.name} className="divide-y divide-line border-y border-line">
              {part.steps.map((step) => (
                <StepLine
                  key={step.key}
                  step={step}
                  extra={extras[step.key]}
                  isNext={step.key === next}
                  place={eventTabPath(event.id)}
                />
              ))}
            </ol>
          </details>
        ))}
    </section>
  )
}

function summarize(steps: ChecklistStep[]) {
  const done = steps.filter(({ state }) => state === 'done').length
  const needed = steps.filter(({ state }) => state !== 'not_needed').length
  return `${done} of ${needed} done`
}

type StepLineProps = {
  step: ChecklistStep
  extra: ReactNode
  isNext: boolean
  /** Path of the current page. Checklist actions that lead to this page get no link. */
  place: string
}

function StepLine({ step, extra, isNext, place }: StepLineProps) {
  const { key, state, fact, action } = step
  const { icon: Icon, color } = looks[state]
  const name = stepNames[key]
  return (
    <li
      aria-label={name}
      aria-current={isNext ? 'step' : undefined}
      className={`flex items-start gap-3 py-3 text-small ${isNext ? '-mx-3 rounded-md bg-raised px-3' : ''}`}
    >
      <Icon aria-hidden size={19} className={`mt-0.5 shrink-0 ${color}`} />
      <div className="min-w-0 grow">
        <p className="flex flex-wrap items-baseline justify-between gap-x-4">
          <span className="font-semibold">{name}</span>
          <StepTime step={step} />
        </p>
        <p className="text-muted wrap-anywhere figures">{fact}</p>
        {action && action.href !== place && (
          <Link
            to={action.href}
            aria-label={`${action.label}: ${name}`}
            className={`inline-flex min-h-6 items-center py-0.5 ${textLinkStyle}`}
          >
            {action.label}
          </Link>
        )}
        {extra && state !== 'done' && <div className="mt-2">{extra}</div>}
      </div>
    </li>
  )
}

function StepTime({ step: { key, state, dueAt } }: { step: ChecklistStep }) {
  const { zone } = useSite().site.display
  const { color, word } = looks[state]
  const date = dueAt && formatEventDate({ eventDate: null, eventTime: dueAt }, zone, 'medium')
  const due = date && `${automaticSteps.has(key) ? '' : 'Due '}${date}`
  const parts = [
    optionalSteps.has(key) && state !== 'done' && state !== 'not_needed' && 'Optional',
    word,
    state === 'ahead' && due,
  ]
  return (
    <span className={`text-caption font-semibold figures ${color}`}>
      {parts.filter(Boolean).join(' · ')}
    </span>
  )
}
