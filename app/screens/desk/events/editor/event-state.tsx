import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { EventMove } from '#shared/contract/event-checks.ts'
import type { AdminEvent } from '#shared/contract/events.ts'
import { eventChecks } from '#app/api/admin-queries.ts'
import { EventCheckList } from '#app/screens/desk/events/event-check-list.tsx'
import { EventFacts } from '#app/screens/desk/events/event-facts.tsx'
import { StatusChangeDialog } from '#app/screens/desk/events/event-move-dialog.tsx'
import { statusChangeWords, useNextStatusChange } from '#app/screens/desk/events/name-status.ts'
import { useEventsChanged } from '#app/screens/desk/events/use-events-changed.ts'
import { Button } from '#app/ui/button.tsx'

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
      </div>
      {isDirty && (
        <p className="mt-2 text-small text-muted">
          Save first: these act on the event as it is saved.
        </p>
      )}
      {checks && (
        <div className="mt-5">
          <EventCheckList eventId={event.id} checks={checks} />
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
