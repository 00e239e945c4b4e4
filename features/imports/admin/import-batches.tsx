import { useQuery, queryOptions } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { DownloadRowsButton } from '#client/admin/download-rows.tsx'
import type { PageHeadingProps } from '#client/admin/page-heading.tsx'
import { pathOf, call } from '#client/api/call.ts'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { textLinkStyle } from '#client/ui/text-link.ts'
import { writeCount } from '#kernel/write-count.ts'
import { batchColumns, BatchLine } from './batch-line.tsx'
import { UndoImportDialog } from './undo-import-dialog.tsx'

const atOnce = 5

type ImportBatchesProps = { heading?: typeof PartHeading }

/** Renders the list of imports. An import can be undone until other data depends on the rows that it wrote. */
export function ImportBatches({ heading: Heading = PartHeading }: ImportBatchesProps) {
  const { data: batches, isPending, isError, refetch } = useQuery(importBatches)
  const heading = useRef<HTMLHeadingElement>(null)
  const [undoingId, setUndoingId] = useState<string>()
  // Take the batch from the refetched list, because a failed undo may have changed the batch.
  const undoing = batches?.find(({ id }) => id === undoingId)
  const [isWhole, setIsWhole] = useState(false)
  const shown = isWhole ? batches : batches?.slice(0, atOnce)
  const hidden = (batches?.length ?? 0) - (shown?.length ?? 0)
  const link = `inline-flex min-h-11 items-center ${textLinkStyle}`
  return (
    <section aria-labelledby="imports-heading">
      <Heading id="imports-heading" ref={heading}>
        Imports
      </Heading>
      <p className="mt-2 max-w-reading text-muted">
        You can undo an import until someone in it registers, signs in to the library, gets an email
        or is registered in Zoom. Reminders and Zoom registrations start five minutes after an
        import.
      </p>
      <p className="flex flex-wrap gap-x-6 text-small">
        <Link to="/attendee-import" className={link}>
          Attendee import
        </Link>
        <Link to="/bulk-import" className={link}>
          Video access import
        </Link>
      </p>
      {isPending && <Skeleton className="mt-4 h-40" />}
      {isError && (
        <p className="mt-4">
          The imports could not be loaded.{' '}
          <button type="button" className={link} onClick={() => void refetch()}>
            Try again
          </button>
        </p>
      )}
      {batches?.length === 0 && <p className="mt-4 text-muted">No imports yet.</p>}
      {batches && batches.length > 0 && (
        <DownloadRowsButton
          className="mt-3"
          label="imports"
          fileName="imports"
          columns={batchColumns}
          read={() => batches}
        />
      )}
      {shown && shown.length > 0 && (
        <ul className="mt-3 overflow-hidden rounded-lg border border-line bg-surface">
          {shown.map((batch) => (
            <BatchLine key={batch.id} batch={batch} onUndo={() => setUndoingId(batch.id)} />
          ))}
        </ul>
      )}
      {hidden > 0 && (
        <button
          type="button"
          className={`mt-2 text-small ${link}`}
          onClick={() => setIsWhole(true)}
        >
          {`Show ${writeCount(hidden, 'earlier import')}`}
        </button>
      )}
      {undoing && (
        <UndoImportDialog
          key={undoing.id}
          batch={undoing}
          onOther={setUndoingId}
          onClose={() => setUndoingId(undefined)}
          onUndone={() => heading.current?.focus()}
        />
      )}
    </section>
  )
}

function PartHeading({ id, ref, children }: PageHeadingProps) {
  return (
    <h2 id={id} ref={ref} tabIndex={-1} className="text-heading outline-none">
      {children}
    </h2>
  )
}

/** Fetches the latest imports; every import and undo invalidates this query. */
const importBatches = queryOptions({
  queryKey: [pathOf('GET /api/admin/import-batches')],
  queryFn: ({ signal }) => call('GET /api/admin/import-batches', { signal }),
})
