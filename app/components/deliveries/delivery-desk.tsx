import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { DeliveryFilters } from './delivery-filters.tsx'
import { DeliveryList } from './delivery-list.tsx'
import { deliveriesOf, type DeliveryFilter } from './delivery-queries.ts'
import { SetupNotes } from './setup-notes.tsx'
import { useSettled } from '#app/ui/use-settled.ts'

/**
 * The desk's section on mails: for each person and event what was sent and when, what failed and why,
 * when it is tried next, and 'Try again'. For administrators only.
 */
export function DeliveryDesk() {
  const [chosen, setChosen] = useState<DeliveryFilter>({ email: '' })
  const email = useSettled(chosen.email.trim())
  const filter = { ...chosen, email }
  const counts = useInfiniteQuery(deliveriesOf(filter)).data?.pages[0]?.counts
  const isFiltered = Boolean(filter.eventId ?? filter.state ?? filter.email)
  return (
    <section aria-labelledby="messages-heading">
      <h2 id="messages-heading" className="text-heading">
        Messages
      </h2>
      <p className="mt-2 max-w-reading text-muted">
        Every mail that was or is to be sent, newest first, and what became of it.
      </p>
      <SetupNotes />
      <DeliveryFilters filter={chosen} counts={counts} onChange={setChosen} />
      <DeliveryList filter={filter} isFiltered={isFiltered} />
    </section>
  )
}
