import { Undo2 } from 'lucide-react'
import { writeInstant } from '#client/admin/csv.ts'
import type { CsvColumns } from '#client/admin/download-rows.tsx'
import { useFormatInstant } from '#client/admin/use-format-instant.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import type { ImportBatch } from '#features/imports/contract.ts'
import { writeCount } from '#kernel/write-count.ts'

export const batchColumns: CsvColumns<ImportBatch> = {
  Kind: (batch) => nameOf(batch),
  File: ({ fileName }) => fileName ?? '',
  Events: ({ events }) => events.map(({ title }) => title).join('; '),
  By: ({ username }) => username ?? '',
  At: ({ startedAt }, zone) => writeInstant(startedAt, zone),
  Rows: ({ rows }) => String(rows),
  New: ({ imported }) => String(imported),
  'Already Known': ({ updated }) => String(updated),
  Registrations: ({ eventRegistrations }) => String(eventRegistrations),
  'Video Access Only': ({ videoOnly }) => String(videoOnly),
  Duplicates: ({ duplicates }) => String(duplicates),
  Errors: ({ failed }) => String(failed),
  'Undone At': ({ undoneAt }, zone) => writeInstant(undoneAt, zone),
}

const nameOf = ({ kind }: ImportBatch) => (kind === 'attendees' ? 'Attendees' : 'Video access')

export function BatchLine({ batch, onUndo }: { batch: ImportBatch; onUndo: () => void }) {
  const format = useFormatInstant()
  const describeActor = (name: string | null) => (name === null ? '' : ` by ${name}`)
  const undo = isPartlyUndone(batch) ? 'Finish undoing' : 'Undo'
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-line px-4 py-3 last:border-0">
      <div className="min-w-0 grow basis-64">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-semibold">{nameOf(batch)}</span>
          <span className="figures text-small text-muted">
            {format(batch.startedAt)}
            {describeActor(batch.username)}
          </span>
          {batch.undoneAt && <Badge>Undone</Badge>}
          {isPartlyUndone(batch) && <Badge>Partly undone</Badge>}
        </p>
        {describeTarget(batch) && (
          <p className="mt-0.5 text-small wrap-anywhere">{describeTarget(batch)}</p>
        )}
        <p className="figures mt-0.5 text-small text-muted">{describeBatch(batch)}</p>
        {batch.undoneAt && (
          <p className="figures text-small text-muted">
            {`Undone ${format(batch.undoneAt)}${describeActor(batch.undoneBy)}`}
          </p>
        )}
        {isPartlyUndone(batch) && (
          <p className="figures text-small text-muted">{describePartlyUndone(batch)}</p>
        )}
      </div>
      {!batch.undoneAt && (hasWritten(batch) || isPartlyUndone(batch)) && (
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

function describeTarget({ fileName, events }: ImportBatch) {
  const [first, second, ...others] = events.map(({ title }) => title)
  const rest = second && others.length === 0 ? second : `${events.length - 1} more events`
  const named = second ? `${first} and ${rest}` : first
  const file = fileName && `“${fileName}”`
  return [file, named && (file ? `for ${named}` : `For ${named}`)].filter(Boolean).join(' ')
}

export function describeBatch(batch: ImportBatch): string {
  const isViewers = batch.kind === 'video_access'
  const counts: [number, string, string][] = [
    [batch.imported, isViewers ? 'email' : 'new person', isViewers ? 'emails' : 'new people'],
    [batch.updated, 'updated', 'updated'],
    [batch.eventRegistrations, 'registration', 'registrations'],
    [batch.videoOnly, 'with video access only', 'with video access only'],
    [batch.duplicates, 'duplicate', 'duplicates'],
    [batch.failed, 'failed row', 'failed rows'],
  ]
  const said = counts
    .filter(([count]) => count > 0)
    .map(([count, one, many]) => writeCount(count, one, many))
  return said.join(' · ') || 'No rows were imported'
}

function hasWritten({ imported, updated, eventRegistrations, videoOnly }: ImportBatch) {
  return imported + updated + eventRegistrations + videoOnly > 0
}

/**
 * Returns whether an import is partly undone. An undo runs in several transactions; if the server stops, or a person's
 * rows change meanwhile, the undo ends early and can be continued.
 */
export function isPartlyUndone({ undoBeganAt, undoneAt }: ImportBatch) {
  return undoBeganAt !== null && undoneAt === null
}

export function describePartlyUndone({ removed, restored }: ImportBatch) {
  const [gone, back] = [removed, restored].map((count) => count.toLocaleString('en'))
  return `Partly undone: ${gone} entries removed and ${back} restored so far.`
}
