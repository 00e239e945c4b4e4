import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import { useEventsChanged } from '#features/events/admin/change-status.ts'
import { CopyEventButton } from '#features/events/admin/copy-event-button.tsx'
import { EventFacts } from '#features/events/admin/event-facts.tsx'
import { eventChecks } from '#features/events/admin/event-queries.ts'
import { statusChangeWords, useNextStatusChange } from '#features/events/admin/event-status.ts'
import { PreflightList } from '#features/events/admin/preflight-list.tsx'
import { PublicAddress } from '#features/events/admin/public-address.tsx'
import { StatusChangeDialog } from '#features/events/admin/status-change-dialog.tsx'
import type { EventMove } from '#features/events/contract.ts'
import type { AdminEvent } from '#kernel/event-shapes.ts'

type EventStateProps = {
  event: AdminEvent
  isDirty: boolean
  /** The changed row; nothing once the event is deleted. */
  onMoved: (changed: AdminEvent | undefined) => void
}

/** Where the saved event stands, what comes next for it, and its pre-flight list. */
export function EventState({ event, isDirty, onMoved }: EventStateProps) {
  const { data: checked } = useQuery(eventChecks)
  const checks = checked?.find(({ eventId }) => eventId === event.id)?.checks
  const [moving, setMoving] = useState<{ move: EventMove | undefined }>()
  const eventsChanged = useEventsChanged()
  const next = useNextStatusChange(event)
  return (
    <section aria-labelledby="event-state" className="min-w-0 lg:col-start-2">
      <h2 id="event-state" className="text-subheading">
        Status and pre-flight
      </h2>
      <EventFacts event={event} />
      <PublicAddress event={event} />
      <div className="mt-4 flex flex-wrap gap-2.5">
        {next && (
          <Button
            variant={next === 'restore' ? 'secondary' : 'primary'}
            className="px-4! text-small!"
            disabled={isDirty}
            onClick={() => setMoving({ move: next })}
          >
            {statusChangeWords[next].button}
          </Button>
        )}
        <Button
          variant="secondary"
          className="px-4! text-small!"
          disabled={isDirty}
          onClick={() => setMoving({ move: undefined })}
        >
          More
        </Button>
        <CopyEventButton event={event} disabled={isDirty} />
      </div>
      {isDirty && (
        <p className="mt-2 text-small text-muted">
          Save first: these act on the event as it is saved.
        </p>
      )}
      {checks && (
        <div className="mt-5">
          <PreflightList eventId={event.id} checks={checks} />
        </div>
      )}
      {moving && (
        <StatusChangeDialog
          event={event}
          move={moving.move}
          onDone={(changed) => {
            setMoving(undefined)
            onMoved(changed)
            void eventsChanged()
          }}
          onClose={() => setMoving(undefined)}
        />
      )}
    </section>
  )
}
