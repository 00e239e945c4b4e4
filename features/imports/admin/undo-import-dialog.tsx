import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { PersonLink } from '#client/admin/person-cell.tsx'
import { useFormatInstant } from '#client/admin/use-format-instant.ts'
import { call, refusedWith, serverMessage } from '#client/api/call.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { showToast } from '#client/ui/toast-store.ts'
import type { ImportBatch } from '#features/imports/contract.ts'
import { writeCount, writePeople } from '#kernel/write-count.ts'
import { describeBatch, describePartlyUndone, isPartlyUndone } from './batch-line.tsx'
import { ScrollingLine, ScrollingList } from './scrolling-list.tsx'
import { isImportedRead } from './use-import.ts'

type UndoImportDialogProps = {
  batch: ImportBatch
  onClose: () => void
  /**
   * Called after a completed undo, when the dialog has closed. The button that opened the dialog no longer
   * exists then.
   */
  onUndone: () => void
  /** Opens the undo dialog of a later import that blocks this one. */
  onOther: (batchId: string) => void
}

/**
 * Asks the organiser to confirm an undo. If later data depends on the import, explains which people block
 * the undo and offers to undo the rows of all others.
 */
export function UndoImportDialog({ batch, onClose, onUndone, onOther }: UndoImportDialogProps) {
  const queryClient = useQueryClient()
  const format = useFormatInstant()
  const closer = useRef<HTMLButtonElement>(null)
  // Kept separately from the mutation's state, so that the message with the blocking people stays while the organiser
  // undoes the import of the others.
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
          ? 'The import had made no changes.'
          : `${gone} entries removed, ${back} restored.`
      showToast({
        title: 'Import Undone',
        description: left > 0 ? `${done} Kept: ${writePeople(left)}.` : done,
      })
      onClose()
      setTimeout(onUndone)
    },
    // Move the focus to the close button, because the pressed button disappears.
    onError(refused) {
      setError(refused)
      closer.current?.focus()
    },
    onSettled: () => queryClient.invalidateQueries({ predicate: isImportedRead }),
  })
  const blocked = error && refusedWith(error, 'import_built_on')
  const isHalf = isPartlyUndone(batch)
  const titles = isHalf
    ? { asks: 'Finish undoing this import?', stays: 'Import partly undone' }
    : { asks: 'Undo this import?', stays: 'This import cannot be undone' }
  const mayLeave = blocked && (blocked.others > 0 || isHalf)
  const later = blocked?.later
  const leave = mayLeave ? blocked.blockerCount : undefined
  return (
    <Dialog
      title={error ? titles.stays : titles.asks}
      description={`${nameImport(batch, format)}: ${describeBatch(batch)}`}
      onClose={onClose}
    >
      {error ? (
        <UndoBlockers error={error} isHalf={isHalf} />
      ) : (
        <p className="mt-5">
          {isHalf && <span>{`${describePartlyUndone(batch)} `}</span>}
          <span>
            This removes the people, registrations and video access that the import added, and
            restores changed details. No emails are sent.
          </span>
        </p>
      )}
      <div className="mt-6 flex flex-wrap gap-3">
        {!error && (
          <Button variant="danger" pending={undo.isPending} onClick={() => undo.mutate(undefined)}>
            {undo.isPending ? 'Undoing...' : 'Undo the import'}
          </Button>
        )}
        {later && (
          <Button onClick={() => onOther(later.id)}>
            {`First undo the import of ${format(later.startedAt)}`}
          </Button>
        )}
        {blocked && leave !== undefined && (
          <Button variant="danger" pending={undo.isPending} onClick={() => undo.mutate(leave)}>
            {leave === 0
              ? `Undo for ${writePeople(blocked.others)}`
              : undo.isPending
                ? 'Undoing...'
                : blocked.others === 0
                  ? `Keep ${writePeople(leave)}`
                  : `Keep ${writePeople(leave)}, undo the other ${blocked.others.toLocaleString('en')}`}
          </Button>
        )}
        <Button ref={closer} variant="secondary" data-autofocus onClick={onClose}>
          {error ? 'Close' : 'Go back'}
        </Button>
      </div>
    </Dialog>
  )
}

function nameImport(
  { startedAt, fileName }: { startedAt: string; fileName: string | null },
  format: (instant: string) => string,
) {
  return fileName ? `${format(startedAt)} (“${fileName}”)` : format(startedAt)
}

/** Lists the people whose later data prevents a complete undo of the import, with the reason for each. */
function UndoBlockers({ error, isHalf }: { error: Error; isHalf: boolean }) {
  const format = useFormatInstant()
  const blocked = refusedWith(error, 'import_built_on')
  const more = blocked ? blocked.blockerCount - blocked.blockers.length : 0
  return (
    <div role="alert" className="mt-5 grid gap-3">
      <p>{blocked ? explain(blocked, isHalf) : (serverMessage(error) ?? failed)}</p>
      {blocked?.later && (
        <p>
          {`Some people are also in the later import of ${nameImport(blocked.later, format)}. Undo the later import first.`}
        </p>
      )}
      {blocked && blocked.blockers.length > 0 && (
        <ScrollingList label="Reasons" className="max-h-72">
          {blocked.blockers.map(({ name, email, personKey, reason }) => (
            <ScrollingLine key={email}>
              <PersonLink personKey={personKey} name={name || email} />{' '}
              {name && <span className="text-muted">{email}</span>}
              <span> {reason}</span>
            </ScrollingLine>
          ))}
          {more > 0 && (
            <ScrollingLine className="text-muted">
              {`and ${writeCount(more, 'more person', 'more people')}`}
            </ScrollingLine>
          )}
        </ScrollingList>
      )}
    </div>
  )
}

type Blocked = { blockerCount: number; others: number }

const failed = 'The import could not be undone. Please try again.'

function explain({ blockerCount, others }: Blocked, isHalf: boolean) {
  if (blockerCount === 0) return 'You can undo the whole import now.'
  if (others === 0 && isHalf) {
    return 'The other people of this import have used the site since, so undoing the import cannot remove them.'
  }
  if (others === 0) {
    return 'All people of this import have used the site since, and would lose data.'
  }
  return `${writePeople(blockerCount)} of this import ${blockerCount === 1 ? 'has' : 'have'} used the site since and would lose data. You can keep them and undo the import for the others.`
}
