import { type Ref, useState } from 'react'
import { Link } from 'react-router'
import { ForRole } from '#client/admin/for-role.tsx'
import { Button, buttonStyle } from '#client/ui/button.tsx'
import { useEventsChanged } from '#features/events/admin/change-status.ts'
import { CopyEventButton } from '#features/events/admin/copy-event-button.tsx'
import { EventFacts } from '#features/events/admin/event-facts.tsx'
import { statusChangeLabels, useNextStatusChange } from '#features/events/admin/event-status.ts'
import { PublicAddress } from '#features/events/admin/public-address.tsx'
import { StatusChangeDialog } from '#features/events/admin/status-change-dialog.tsx'
import type { EventMove } from '#kernel/values.ts'
import type { AdminEvent, ListedEvent } from '#kernel/event-shapes.ts'

type EventHeaderProps = {
  event: ListedEvent
  titleRef: Ref<HTMLHeadingElement>
  /** If the form has unsaved changes, the buttons that act on the saved event are disabled. */
  isDirty: boolean
  /** Called after a status change, with the changed event; undefined after the event was deleted. */
  onMoved: (changed: AdminEvent | undefined) => void
}

/** Title, badges, date, public URL and the next action: the same on every tab of an event. */
export function EventHeader({ event, titleRef, isDirty, onMoved }: EventHeaderProps) {
  const [moving, setMoving] = useState<{ move: EventMove | undefined }>()
  const eventsChanged = useEventsChanged()
  const next = useNextStatusChange(event)
  // Omit the step "publish" if the button next to it publishes the event already.
  const step = event.nextStep?.key === 'publish' && next ? undefined : event.nextStep
  return (
    <header className="grid gap-x-8 gap-y-4 lg:grid-cols-[minmax(0,1fr)_auto] lg:items-end">
      <div className="min-w-0">
        <h1
          ref={titleRef}
          tabIndex={-1}
          className={`wrap-anywhere outline-none ${event.title.length > 40 ? 'text-heading' : 'text-title'}`}
        >
          <bdi>{event.title}</bdi>
        </h1>
        <EventFacts event={event} />
        <PublicAddress event={event} />
      </div>
      <ForRole needs="editor">
        <div className="print:hidden">
          <div className="grid grid-cols-2 gap-2.5 sm:flex sm:flex-wrap lg:justify-end [&>:first-child:nth-last-child(odd)]:col-span-2">
            {step?.action && (
              <Link
                to={step.action.href}
                className={buttonStyle('primary', 'medium', 'px-3! text-small! sm:px-4!')}
              >
                {step.action.label}
              </Link>
            )}
            {next && (
              <Button
                variant={next === 'restore' || step ? 'secondary' : 'primary'}
                className="px-3! text-small! sm:px-4!"
                disabled={isDirty}
                onClick={() => setMoving({ move: next })}
              >
                {statusChangeLabels[next].button}
              </Button>
            )}
            <Button
              variant="secondary"
              className="px-3! text-small! sm:px-4!"
              disabled={isDirty}
              onClick={() => setMoving({ move: undefined })}
            >
              More actions
            </Button>
            <CopyEventButton event={event} disabled={isDirty} />
          </div>
          {isDirty && (
            <p className="mt-2 text-small text-muted lg:text-right">Save your changes first.</p>
          )}
        </div>
      </ForRole>
      {moving && (
        <StatusChangeDialog
          event={event}
          move={moving.move}
          onDone={(changed) => {
            setMoving(undefined)
            onMoved(changed)
            void eventsChanged(changed)
          }}
          onClose={() => setMoving(undefined)}
        />
      )}
    </header>
  )
}
