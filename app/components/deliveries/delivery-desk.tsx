import { useInfiniteQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { DeliveryFilters } from './delivery-filters.tsx'
import { DeliveryList } from './delivery-list.tsx'
import { deliveriesOf, type DeliveryFilter } from './delivery-queries.ts'
import { RepeatAllMails } from './repeat-all-mails.tsx'
import { SetupNotes } from './setup-notes.tsx'
import { useSettled } from '#app/ui/use-settled.ts'

/**
 * The desk's section on mails: for each person and event what was sent and when, what failed and why,
 * when it is tried next, and 'Try again', one by one or all at once. For administrators only.
 */
export function DeliveryDesk() {
  const [chosen, setChosen] = useState<DeliveryFilter>({ email: '' })
  const email = useSettled(chosen.email.trim())
  const filter = { ...chosen, email }
  const counts = useInfiniteQuery(deliveriesOf(filter)).data?.pages[0]?.counts
  const heading = useRef<HTMLHeadingElement>(null)
  const isFiltered = Boolean(filter.eventId ?? filter.state ?? filter.email)
  return (
    <section aria-labelledby="messages-heading">
      <h2 ref={heading} id="messages-heading" tabIndex={-1} className="text-heading outline-none">
        Messages
      </h2>
      <p className="mt-2 max-w-reading text-muted">
        Every mail that was or is to be sent, newest first, and what became of it.
      </p>
      <SetupNotes />
      <DeliveryFilters filter={chosen} counts={counts} onChange={setChosen} />
      <RepeatAllMails filter={filter} counts={counts} onGone={() => heading.current?.focus()} />
      <DeliveryList filter={filter} isFiltered={isFiltered} />
    </section>
  )
}
