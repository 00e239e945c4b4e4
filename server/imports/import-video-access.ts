import { z } from 'zod'
import { company, emailWith, jobTitle, optionalText } from '#shared/contract/fields.ts'
import type { VideoAccessEntry, VideoAccessImportResult } from '#shared/contract/imports.ts'
import { longTransaction } from '#server/db/long-transaction.ts'
import type { Db } from '#server/db/open.ts'
import { checkRows, errorLines, inParts, type RowError } from './check-rows.ts'
import { removeErased } from './remove-erased.ts'
import { noteListed } from './note-listed.ts'
import { recordImportBatch, type ImportPart } from './record-import-batch.ts'
import { lockImports, writeUnknownViewers, type ImportedPerson } from './write-people.ts'

/** One entry of a list of viewers. Specification, "Imports and export". */
export const viewer = z.object({
  email: emailWith('Valid email is required'),
  firstName: optionalText('First name'),
  lastName: optionalText('Last name'),
  company,
  jobTitle,
})

/**
 * Grants video access to a list of e-mails, in one transaction. An e-mail that is already known, or
 * repeated in the list, is a duplicate; a bad row gives one error line.
 * Specification, "Imports and export".
 */
export async function importVideoAccess(
  db: Db,
  emails: VideoAccessEntry[],
  {
    videoTitle,
    batch,
    firstRow = 1,
    includeErased = false,
  }: { videoTitle: string; batch: ImportPart; firstRow?: number; includeErased?: boolean },
): Promise<VideoAccessImportResult> {
  return longTransaction(db, async (tx) => {
    const errors: RowError[] = []
    let imported = 0
    let duplicates = 0
    await lockImports(tx)
    const rows = emails.length
    await recordImportBatch(tx, { ...batch, kind: 'video_access', rows }, async () => {
      for (const part of inParts(emails, firstRow)) {
        const judged = checkRows(part, viewer)
        const { valid, erased } = await removeErased(tx, judged.valid, includeErased)
        errors.push(...judged.errors, ...erased)
        const viewers = new Map<string, ImportedPerson>()
        for (const { checked } of valid) {
          if (!viewers.has(checked.email)) viewers.set(checked.email, checked)
        }
        const { added } = await writeUnknownViewers(tx, [...viewers.values()], videoTitle)
        const known = added < viewers.size ? [...viewers.keys()] : []
        await noteListed(tx, batch.id, { users: known, videoAccess: known })
        imported += added
        duplicates += valid.length - added
      }
      return { imported, duplicates, failed: errors.length }
    })
    return { imported, duplicates, errors: errorLines(errors) }
  })
}
