import { useQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { ForRole, useHasRole } from '#client/admin/for-role.tsx'
import { useSite } from '#client/page/use-site.ts'
import { Badge } from '#client/ui/badge.tsx'
import { buttonStyle } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { textLinkStyle } from '#client/ui/text-link.ts'
import { type EventTab, eventTabPath } from '#features/events/admin/event-places.ts'
import { eventChecklist } from '#features/events/admin/event-queries.ts'
import type { ChecklistKey, ListedEvent } from '#kernel/event-shapes.ts'
import { describeWhen, eventEnd } from '#kernel/event-time.ts'

const day = 24 * 60 * 60 * 1000
/** Milliseconds after its end during which an event stays on the dashboard while one of its steps is due. */
const followUpMs = 30 * day

const isPressing = ({ nextStep }: ListedEvent) =>
  nextStep !== null && nextStep !== undefined && ['late', 'due', 'failed'].includes(nextStep.state)

/**
 * Returns the events to show on the dashboard: the last past event if a step of its checklist is due, and the next
 * event.
 */
export function findNextUp(events: ListedEvent[], now: Date, timeZone: string): ListedEvent[] {
  const held = events.filter(({ cancelledAt }) => cancelledAt === null)
  const endOf = (event: ListedEvent) => eventEnd(event, timeZone)?.getTime() ?? Infinity
  const ended = held
    .filter((event) => event.status === 'completed' && endOf(event) <= now.getTime())
    .toSorted((one, other) => endOf(other) - endOf(one))
  const last = ended
    .slice(0, 1)
    .filter((event) => isPressing(event) && now.getTime() - endOf(event) < followUpMs)
  const ahead = held
    .filter(({ status }) => status !== 'completed')
    .toSorted((one, other) => endOf(one) - endOf(other) || one.id - other.id)
  return [...last, ...ahead.slice(0, 1)]
}

/** Renders the next event with its next step; the dashboard shows it on days without an event. */
export function NextUp({ events }: { events: ListedEvent[] }) {
  const { zone } = useSite().site.display
  const [now] = useState(() => new Date())
  const shown = findNextUp(events, now, zone)
  if (events.length === 0) return null
  return (
    <section aria-labelledby="next-up-heading">
      <h2 id="next-up-heading" className="text-heading">
        Next up
      </h2>
      <div className="mt-5 grid gap-5">
        {shown.map((event) => (
          <NextEvent key={event.id} event={event} />
        ))}
        {shown.length === 0 && (
          <p className="text-muted">
            No upcoming event.{' '}
            <ForRole needs="editor">
              <Link to="/admin/events/new" className={textLinkStyle}>
                Create event
              </Link>
            </ForRole>
          </p>
        )}
      </div>
    </section>
  )
}

function NextEvent({ event }: { event: ListedEvent }) {
  const { display } = useSite().site
  const titleId = `next-up-${event.id}`
  const mayEdit = useHasRole('editor')
  const action = mayEdit ? event.nextStep?.action : undefined
  return (
    <Card className="p-4 sm:p-5">
      <article
        aria-labelledby={titleId}
        className="grid gap-x-8 gap-y-4 lg:grid-cols-[minmax(0,1fr)_auto] lg:items-center"
      >
        <div className="min-w-0">
          <h3 className="text-subheading wrap-anywhere">
            <Link
              to={eventTabPath(event.id)}
              className="hover:text-glow hover:underline hover:underline-offset-4"
            >
              <bdi id={titleId}>{event.title}</bdi>
            </Link>
          </h3>
          <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-small text-muted wrap-anywhere figures">
            <span>{describeWhen(event, display) ?? 'Date TBD'}</span>
            {event.status === 'completed' && <Badge tone="success">Completed</Badge>}
          </p>
          {event.nextStep && <p className="mt-3 text-small wrap-anywhere">{event.nextStep.fact}</p>}
        </div>
        {action && (
          <Link
            to={action.href}
            aria-describedby={titleId}
            className={buttonStyle('primary', 'medium', 'justify-self-start px-4! text-small!')}
          >
            {action.label}
            <ArrowRight aria-hidden size={16} />
          </Link>
        )}
        <NextEventNumbers event={event} />
      </article>
    </Card>
  )
}

const numbers: { key: ChecklistKey; name: string; tab: EventTab }[] = [
  { key: 'publish', name: 'All Registrations', tab: 'people' },
  { key: 'read_questions', name: 'Questions', tab: 'questions' },
  { key: 'reminders', name: 'Reminders', tab: 'email' },
]
const numbersAfter: typeof numbers = [
  { key: 'publish', name: 'All Registrations', tab: 'people' },
  { key: 'attendance', name: 'Attendance', tab: 'results' },
  { key: 'add_recording', name: 'Recording', tab: 'recording' },
]

function NextEventNumbers({ event }: { event: ListedEvent }) {
  const query = useQuery(eventChecklist(event.id))
  if (query.isError) return null
  const factOf = (wanted: ChecklistKey) => query.data?.find(({ key }) => key === wanted)?.fact
  return (
    <dl className="grid gap-x-8 gap-y-3 border-t border-line pt-4 text-small sm:grid-cols-3 lg:col-span-2">
      {(event.status === 'completed' ? numbersAfter : numbers).map(({ key, name, tab }) => (
        <div key={key} className="min-w-0">
          <dt>
            <Link to={eventTabPath(event.id, tab)} className={textLinkStyle}>
              {name}
            </Link>
          </dt>
          <dd className="mt-0.5 text-muted wrap-anywhere figures">
            {factOf(key) ?? <Skeleton className="h-5 w-40" />}
          </dd>
        </div>
      ))}
    </dl>
  )
}
