import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { ImportBatch } from '#shared/contract/import-batches.ts'
import { call } from '#app/api/call.ts'
import { refusedWith } from '#app/api/refused-with.ts'
import { useFormatInstant } from '#app/screens/desk/parts/use-format-instant.ts'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { showToast } from '#app/ui/toast-store.ts'
import { describeBatch, describeHalfUndone, isHalfUndone } from './describe-batch.ts'
import { UndoBlockers } from './undo-blockers.tsx'
import { isImportedRead } from './use-import.ts'

type UndoImportDialogProps = {
  batch: ImportBatch
  onClose: () => void
  /** Once it is closed: the button that opened it is gone by then. */
  onUndone: () => void
}

/** Asks before an import is taken back, says plainly why it cannot be, and offers what can be. */
export function UndoImportDialog({ batch, onClose, onUndone }: UndoImportDialogProps) {
  const queryClient = useQueryClient()
  const format = useFormatInstant()
  const closer = useRef<HTMLButtonElement>(null)
  // Kept while the others are being taken back.
  const [error, setError] = useState<Error>()
  const undo = useMutation({
    mutationFn: (leave: number | undefined) =>
      call('POST /api/admin/import-batches/:id/undo', {
        params: { id: batch.id },
        query: { leave },
        body: {},
      }),
    onSuccess({ removed, restored, left }) {
      const [gone, back] = [removed, restored].map((count) => count.toLocaleString('en'))
      const done =
        removed + restored === 0
          ? 'It had changed nothing.'
          : `${gone} entries were removed and ${back} were set back to what they were.`
      showToast({
        title: 'Import Undone',
        description: left > 0 ? `${done} ${countPeople(left)} stayed as they are.` : done,
      })
      onClose()
      setTimeout(onUndone)
    },
    // The button that was pressed is gone.
    onError(refused) {
      setError(refused)
      closer.current?.focus()
    },
    onSettled: () => queryClient.invalidateQueries({ predicate: isImportedRead }),
  })
  const blocked = error && refusedWith(error, 'import_built_on')
  const isHalf = isHalfUndone(batch)
  const titles = isHalf
    ? { asks: 'Go on undoing this import?', stays: 'The import is half undone' }
    : { asks: 'Undo this import?', stays: 'The import stays' }
  const mayLeave = blocked && (blocked.others > 0 || isHalf)
  const leave = mayLeave ? blocked.blockerCount : undefined
  return (
    <Dialog
      title={error ? titles.stays : titles.asks}
      description={`${format(batch.startedAt)}: ${describeBatch(batch)}`}
      onClose={onClose}
    >
      {error ? (
        <UndoBlockers error={error} isHalf={isHalf} />
      ) : (
        <p className="mt-5">
          {isHalf && `${describeHalfUndone(batch)} `}
          Whoever this import added is removed, with the registrations and video access it gave.
          Whoever it changed gets the former values back. Nobody is written to.
        </p>
      )}
      <div className="mt-6 flex flex-wrap gap-3">
        {!error && (
          <Button variant="danger" pending={undo.isPending} onClick={() => undo.mutate(undefined)}>
            {undo.isPending ? 'Undoing...' : 'Undo the import'}
          </Button>
        )}
        {blocked && leave !== undefined && (
          <Button variant="danger" pending={undo.isPending} onClick={() => undo.mutate(leave)}>
            {leave === 0
              ? `Undo it for ${countPeople(blocked.others)}`
              : undo.isPending
                ? 'Undoing...'
                : blocked.others === 0
                  ? `Leave ${countPeople(leave)}`
                  : `Leave ${countPeople(leave)}, undo the other ${blocked.others.toLocaleString('en')}`}
          </Button>
        )}
        <Button ref={closer} variant="secondary" data-autofocus onClick={onClose}>
          {error ? 'Close' : 'Keep it'}
        </Button>
      </div>
    </Dialog>
  )
}

function countPeople(count: number) {
  return count === 1 ? '1 person' : `${count.toLocaleString('en')} people`
}
