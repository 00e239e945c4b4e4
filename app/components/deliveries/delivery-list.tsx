import { LoadFailed } from '#app/components/desk/load-failed.tsx'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { DeliveryDialog } from './delivery-dialog.tsx'
import { DeliveryLine } from './delivery-line.tsx'
import { deliveriesOf, messageSetup, type DeliveryFilter } from './delivery-queries.ts'

type DeliveryListProps = { filter: DeliveryFilter; isFiltered: boolean }

/** The deliveries that match, in pages, newest first. */
export function DeliveryList({ filter, isFiltered }: DeliveryListProps) {
  const deliveries = useInfiniteQuery(deliveriesOf(filter))
  const isSending = useQuery(messageSetup).data?.isSending ?? false
  const [openId, setOpenId] = useState<number>()
  const { data, error, hasNextPage, isFetchingNextPage } = deliveries

  if (!data) {
    return error ? (
      <LoadFailed
        error={error}
        words="The messages could not be loaded. Please try again."
        onRetry={deliveries.refetch}
      />
    ) : (
      <output className="mt-5 block text-muted">Loading messages...</output>
    )
  }
  const rows = data.pages.flatMap((page) => page.deliveries)
  return (
    <>
      <Card className="mt-5">
        {rows.length === 0 ? (
          <output className="block px-5 py-8 text-muted">
            {isFiltered
              ? 'No messages match.'
              : 'Nothing was sent yet. The first registration brings the first message.'}
          </output>
        ) : (
          <ul aria-label="Messages, newest first">
            {rows.map((delivery) => (
              <DeliveryLine key={delivery.id} delivery={delivery} onOpen={setOpenId} />
            ))}
          </ul>
        )}
      </Card>
      {hasNextPage && (
        <Button
          variant="secondary"
          className="mt-4"
          pending={isFetchingNextPage}
          onClick={() => void deliveries.fetchNextPage()}
        >
          {isFetchingNextPage ? 'Loading...' : 'Show older messages'}
        </Button>
      )}
      {openId !== undefined && (
        <DeliveryDialog
          key={openId}
          id={openId}
          isSending={isSending}
          onClose={() => setOpenId(undefined)}
        />
      )}
    </>
  )
}
