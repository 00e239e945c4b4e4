import { useRef } from 'react'
import { OutboxList } from '#features/mails/admin/outbox.tsx'
import type { AdminEvent } from '#kernel/event-shapes.ts'

/** What was or is to be sent because of the event. */
export function EmailTab({ event }: { event: AdminEvent }) {
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <section aria-labelledby="event-mails">
      <h2 ref={heading} id="event-mails" tabIndex={-1} className="text-heading outline-none">
        Sent
      </h2>
      <OutboxList ofEvent={event.id} onGone={() => heading.current?.focus()} />
    </section>
  )
}
