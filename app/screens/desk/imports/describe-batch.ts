import type { ImportBatch } from '#shared/contract/import-batches.ts'

/** What an import did, in words: the counts that are not zero. */
export function describeBatch(batch: ImportBatch): string {
  const isViewers = batch.kind === 'video_access'
  const counts: [number, string, string][] = [
    [batch.imported, isViewers ? 'email' : 'new person', isViewers ? 'emails' : 'new people'],
    [batch.updated, 'updated', 'updated'],
    [batch.eventRegistrations, 'registration', 'registrations'],
    [batch.videoOnly, 'for video only', 'for video only'],
    [batch.duplicates, 'duplicate', 'duplicates'],
    [batch.failed, 'failed row', 'failed rows'],
  ]
  const said = counts
    .filter(([count]) => count > 0)
    .map(([count, one, many]) => `${count.toLocaleString('en')} ${count === 1 ? one : many}`)
  return said.join(' · ') || 'Nothing was imported'
}

/** Whether there is anything to take back. */
export function hasWritten({ imported, updated, eventRegistrations, videoOnly }: ImportBatch) {
  return imported + updated + eventRegistrations + videoOnly > 0
}

/** An undo proceeds in portions; a server that ended meanwhile, or somebody who moved on, cut it off. */
export function isHalfUndone({ undoBeganAt, undoneAt }: ImportBatch) {
  return undoBeganAt !== null && undoneAt === null
}

export function describeHalfUndone({ removed, restored }: ImportBatch) {
  const [gone, back] = [removed, restored].map((count) => count.toLocaleString('en'))
  return `Half undone: ${gone} entries were removed and ${back} were set back so far.`
}
