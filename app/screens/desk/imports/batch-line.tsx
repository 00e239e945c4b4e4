import { Undo2 } from 'lucide-react'
import type { ImportBatch } from '#shared/contract/import-batches.ts'
import { useFormatInstant } from '#app/screens/desk/parts/use-format-instant.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { describeBatch, describeHalfUndone, hasWritten, isHalfUndone } from './describe-batch.ts'

/** One import: when, by whom, what it did, and the way to take it back. */
export function BatchLine({ batch, onUndo }: { batch: ImportBatch; onUndo: () => void }) {
  const format = useFormatInstant()
  const by = (name: string | null) => (name === null ? '' : ` by ${name}`)
  const undo = isHalfUndone(batch) ? 'Go on undoing' : 'Undo'
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-line px-4 py-3 last:border-0">
      <div className="min-w-0 grow basis-44">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-semibold">
            {batch.kind === 'attendees' ? 'Attendees' : 'Video access'}
          </span>
          <span className="figures text-small text-muted">
            {format(batch.startedAt)}
            {by(batch.username)}
          </span>
          {batch.undoneAt && <Badge>Undone</Badge>}
          {isHalfUndone(batch) && <Badge>Half undone</Badge>}
        </p>
        <p className="figures mt-0.5 text-small text-muted">{describeBatch(batch)}</p>
        {batch.undoneAt && (
          <p className="figures text-small text-muted">
            Undone {format(batch.undoneAt)}
            {by(batch.undoneBy)}
          </p>
        )}
        {isHalfUndone(batch) && (
          <p className="figures text-small text-muted">{describeHalfUndone(batch)}</p>
        )}
      </div>
      {!batch.undoneAt && (hasWritten(batch) || isHalfUndone(batch)) && (
        <Button
          variant="secondary"
          className="px-4! text-small!"
          aria-label={`${undo} the import of ${format(batch.startedAt)}`}
          onClick={onUndo}
        >
          <Undo2 aria-hidden size={17} />
          {undo}
        </Button>
      )}
    </li>
  )
}
