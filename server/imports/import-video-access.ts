import { z } from 'zod'
import { company, emailWith, jobTitle, optionalText } from '#shared/contract/fields.ts'
import type { VideoAccessEntry, VideoAccessImportResult } from '#shared/contract/imports.ts'
import { longTransaction } from '#server/db/long-transaction.ts'
import type { Db } from '#server/db/open.ts'
import { checkRows, errorLines, inParts, type RowError } from './check-rows.ts'
import { noteListed } from './note-listed.ts'
import { recordImportBatch, type ImportPart } from './record-import-batch.ts'
import { takeImportTurn, writeUnknownViewers, type ImportedPerson } from './write-people.ts'

/** Specification 3, "Bulk emails list item". */
export const viewer = z.object({
  email: emailWith('Valid email is required'),
  firstName: optionalText('First name'),
  lastName: optionalText('Last name'),
  company,
  jobTitle,
})

/**
 * Grants video access to a list of e-mails, in one transaction. An e-mail that is already known, or
 * repeated in the list, is a duplicate; a bad row gives one error line. decisions.md, "Imports and
 * export"; specification 7.
 */
export async function importVideoAccess(
  db: Db,
  emails: VideoAccessEntry[],
  { videoTitle, batch, firstRow = 1 }: { videoTitle: string; batch: ImportPart; firstRow?: number },
): Promise<VideoAccessImportResult> {
  return longTransaction(db, async (tx) => {
    const errors: RowError[] = []
    let imported = 0
    let duplicates = 0
    await takeImportTurn(tx)
    const rows = emails.length
    await recordImportBatch(tx, { ...batch, kind: 'video_access', rows }, async () => {
      for (const part of inParts(emails, firstRow)) {
        const judged = checkRows(part, viewer)
        errors.push(...judged.errors)
        const viewers = new Map<string, ImportedPerson>()
        for (const { checked } of judged.valid) {
          if (!viewers.has(checked.email)) viewers.set(checked.email, checked)
        }
        const added = await writeUnknownViewers(tx, [...viewers.values()], videoTitle)
        await noteListed(tx, batch.id, { emails: [...viewers.keys()], seats: [] })
        imported += added
        duplicates += judged.valid.length - added
      }
      return { imported, duplicates, failed: errors.length }
    })
    return { imported, duplicates, errors: errorLines(errors) }
  })
}
