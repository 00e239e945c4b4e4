import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { ImportBatch } from '#shared/contract/import-batches.ts'
import { call, CallError, serverMessage } from '#app/api/call.ts'
import { useFormatInstant } from '#app/components/use-format-instant.ts'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { showToast } from '#app/ui/toast-store.ts'
import { describeBatch } from './describe-batch.ts'
import { ScrollingLine, ScrollingList } from './scrolling-list.tsx'
import { isImportedRead } from './use-import.ts'

type Blocker = { email: string; reason: string }

type UndoImportDialogProps = {
  batch: ImportBatch
  onClose: () => void
  /** Once it is closed: the button that opened it is gone by then. */
  onUndone: () => void
}

/** Asks before an import is taken back, and says plainly why it cannot be. */
export function UndoImportDialog({ batch, onClose, onUndone }: UndoImportDialogProps) {
  const queryClient = useQueryClient()
  const format = useFormatInstant()
  const closer = useRef<HTMLButtonElement>(null)
  const undo = useMutation({
    mutationFn: () =>
      call('POST /api/admin/import-batches/:id/undo', { params: { id: batch.id }, body: {} }),
    onSuccess({ removed, restored }) {
      const [gone, back] = [removed, restored].map((count) => count.toLocaleString('en'))
      showToast({
        title: 'Import Undone',
        description:
          removed + restored === 0
            ? 'It had changed nothing.'
            : `${gone} entries were removed and ${back} were set back to what they were.`,
      })
      onClose()
      setTimeout(onUndone)
    },
    // The button that was pressed is gone.
    onError: () => closer.current?.focus(),
    onSettled: () => queryClient.invalidateQueries({ predicate: isImportedRead }),
  })
  const { error } = undo
  return (
    <Dialog
      title={error ? 'The import stays' : 'Undo this import?'}
      description={`${format(batch.startedAt)}: ${describeBatch(batch)}`}
      onClose={onClose}
    >
      {error ? (
        <Refusal error={error} />
      ) : (
        <p className="mt-5">
          Whoever this import added is removed, with the registrations and video access it gave.
          Whoever it changed gets the former values back. Nobody is written to.
        </p>
      )}
      <div className="mt-6 flex flex-wrap gap-3">
        {!error && (
          <Button variant="danger" pending={undo.isPending} onClick={() => undo.mutate()}>
            {undo.isPending ? 'Undoing...' : 'Undo the import'}
          </Button>
        )}
        <Button ref={closer} variant="secondary" data-autofocus onClick={onClose}>
          {error ? 'Close' : 'Keep it'}
        </Button>
      </div>
    </Dialog>
  )
}

/** What was built on the import, person by person. */
function Refusal({ error }: { error: Error }) {
  const details = error instanceof CallError ? error.details : {}
  const blockers = (details.blockers ?? []) as Blocker[]
  const more = Number(details.blockerCount ?? 0) - blockers.length
  return (
    <div role="alert" className="mt-5 grid gap-3">
      <p>
        {blockers.length > 0
          ? 'It cannot be undone any more: somebody in it has done something since that would be lost.'
          : (serverMessage(error) ?? 'It could not be undone. Please try again.')}
      </p>
      {blockers.length > 0 && (
        <ScrollingList label="Why it stays" className="max-h-72">
          {blockers.map(({ email, reason }) => (
            <ScrollingLine key={email}>
              <b>{email}</b> {reason}
            </ScrollingLine>
          ))}
          {more > 0 && (
            <ScrollingLine className="text-muted">
              and {more.toLocaleString('en')} more
            </ScrollingLine>
          )}
        </ScrollingList>
      )}
    </div>
  )
}
