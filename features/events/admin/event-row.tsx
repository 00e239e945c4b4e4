import { ChevronRight, Pencil } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { ForRole, useHasRole } from '#client/admin/for-role.tsx'
import { Button, buttonStyle } from '#client/ui/button.tsx'
import { Picture } from '#client/ui/picture.tsx'
import { textLinkStyle } from '#client/ui/text-link.ts'
import type { EventCheck } from '#features/events/contract.ts'
import type { EventMove } from '#kernel/values.ts'
import type { AdminEvent, ListedEvent } from '#kernel/event-shapes.ts'
import { CopyEventButton } from './copy-event-button.tsx'
import { EventFacts } from './event-facts.tsx'
import { eventPartPath, eventTabPath } from './event-places.ts'
import { statusChangeLabels, useNextStatusChange } from './event-status.ts'
import { summariseChecks, PreflightList } from './preflight-list.tsx'

type EventRowProps = {
  event: ListedEvent
  checks: EventCheck[] | undefined
  /** Number of the event's registrations; null while it loads. */
  registrations: number | null
  /**
   * Called with the status change that the administrator chose from the menu; with undefined to open the dialog with
   * all status changes.
   */
  onMove: (move: EventMove | undefined) => void
}

const compact = 'px-3! text-small! sm:px-4!'

export function EventRow({ event, checks, registrations, onMove }: EventRowProps) {
  const mayEdit = useHasRole('editor')
  const next = useNextStatusChange(event)
  const titleId = `desk-event-${event.id}`
  const needsRecording =
    event.cancelledAt === null && event.storedStatus === 'completed' && !event.hasRecording
  // The row already shows buttons for these steps, so do not suggest them as next step.
  const offered = [next && 'publish', needsRecording && 'add_recording']
  const step = event.nextStep && !offered.includes(event.nextStep.key) ? event.nextStep : undefined
  return (
    <article
      aria-labelledby={titleId}
      className="grid gap-x-5 gap-y-1 py-4 sm:grid-cols-[8rem_minmax(0,1fr)] lg:grid-cols-[8rem_minmax(0,1fr)_auto]"
    >
      <div className="hidden sm:row-span-3 sm:block lg:row-span-2">
        <Picture
          src={[event.bannerImage, event.featureImage]}
          alt=""
          width={1600}
          height={900}
          sizes="8rem"
          className="aspect-video w-full rounded-md border border-line"
        />
      </div>
      <div className="min-w-0">
        <h3
          id={titleId}
          tabIndex={-1}
          className="font-sans text-base font-semibold wrap-anywhere outline-offset-4"
        >
          <Link to={eventTabPath(event.id)} className="hover:underline hover:underline-offset-4">
            {event.title}
          </Link>
        </h3>
        <EventFacts event={event} registrations={registrations} />
        {mayEdit && step?.action && (
          <p className="mt-1 text-small">
            Next:{' '}
            <Link
              to={step.action.href}
              aria-describedby={titleId}
              className={`inline-flex min-h-6 items-center ${textLinkStyle}`}
            >
              {step.action.label}
            </Link>
          </p>
        )}
      </div>
      <ForRole needs="editor">
        <div className="flex flex-wrap content-start gap-2.5 sm:col-start-2 lg:col-start-3 lg:row-start-1 lg:justify-end">
          {next && (
            <Button
              variant={next === 'restore' ? 'secondary' : 'primary'}
              className={compact}
              aria-describedby={titleId}
              onClick={() => onMove(next)}
            >
              {statusChangeLabels[next].button}
            </Button>
          )}
          {needsRecording && (
            <Link
              to={eventPartPath(event.id, 'videoUrl')}
              aria-describedby={titleId}
              className={buttonStyle('primary', 'medium', compact)}
            >
              Add the recording
            </Link>
          )}
          <Link
            to={eventTabPath(event.id, 'details')}
            aria-describedby={titleId}
            className={buttonStyle('secondary', 'medium', compact)}
          >
            <Pencil aria-hidden size={15} />
            Edit
          </Link>
          <Button
            variant="secondary"
            className={compact}
            aria-describedby={titleId}
            onClick={() => onMove(undefined)}
          >
            More actions
          </Button>
          <CopyEventButton event={event} describedBy={titleId} />
        </div>
      </ForRole>
      {checks && checks.length > 0 && <Preflight event={event} checks={checks} />}
    </article>
  )
}

/**
 * Renders the event's problems, collapsible. They are expanded at first if one is severe or if the event is upcoming.
 */
function Preflight({ event, checks }: { event: AdminEvent; checks: EventCheck[] }) {
  const isUrgent = checks.some(({ severity }) => severity === 'problem')
  const isPressing = isUrgent || event.status === 'upcoming'
  const [isOpen, setIsOpen] = useState(isPressing)
  return (
    <details
      open={isOpen}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
      className="group min-w-0 sm:col-start-2 lg:col-span-2"
    >
      <summary className="inline-flex min-h-9 items-center gap-1 rounded-sm text-small font-semibold">
        <ChevronRight aria-hidden size={16} className="group-open:rotate-90" />
        <span className={isUrgent ? 'text-danger' : 'text-muted'}>{summariseChecks(checks)}</span>
      </summary>
      <div className="mt-1.5 border-l-2 border-line pl-4">
        <PreflightList eventId={event.id} checks={checks} />
      </div>
    </details>
  )
}
