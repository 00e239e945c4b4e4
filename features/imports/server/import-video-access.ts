import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type {
  VideoAccessEntry,
  VideoAccessImportResult,
  RowVerdict,
} from '#features/imports/contract.ts'
import { company, emailWith, jobTitle, optionalText } from '#kernel/fields.ts'
import type { Db } from '#platform/db/open.ts'
import { longTransaction } from '#platform/db/transactions.ts'
import {
  checkParts,
  errorLines,
  noFindings,
  previewRows,
  type RowError,
  suggestionFor,
} from './check-rows.ts'
import { recordImportBatch, type ImportContext, lockImports } from './import-batch.ts'
import { noteListed, writeUnknownViewers, type ImportedPerson } from './write-people.ts'

/** One entry of a list of viewers. Specification, "Imports and export". */
const viewer = z.object({
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
  { videoTitle, batch, firstRow = 1, includeErased = false }: ImportContext,
): Promise<VideoAccessImportResult> {
  return longTransaction(db, async (tx) => {
    const errors: RowError[] = []
    let imported = 0
    let duplicates = 0
    await lockImports(tx)
    const rows = emails.length
    await recordImportBatch(tx, { ...batch, kind: 'video_access', rows }, async () => {
      const rest = { firstRow, includeErased, errors }
      for await (const valid of checkParts(tx, emails, () => viewer, rest)) {
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

/** What importing these e-mails would do, row by row, in their order. Writes nothing. */
export async function previewVideoAccess(
  db: Db,
  emails: VideoAccessEntry[],
): Promise<{ rows: RowVerdict[] }> {
  return longTransaction(db, async (tx) => {
    const { valid, verdicts, emails: listed, keys } = await previewRows(tx, emails, () => viewer)
    const { rows } = await tx.execute<{ email: string }>(sql`
      select email from users where email = any(${sql.param(listed)}::text[])
      union select email from video_access where email = any(${sql.param(listed)}::text[])`)
    const known = new Set(rows.map(({ email }) => email))
    for (const { position: row, checked } of valid) {
      const verdict = known.has(checked.email) ? 'duplicate' : 'new'
      known.add(checked.email)
      const personKey = keys.get(checked.email) ?? null
      const suggestedEmail = suggestionFor(checked.email)
      verdicts.push({ ...noFindings, row, verdict, suggestedEmail, personKey })
    }
    return { rows: verdicts.toSorted((one, other) => one.row - other.row) }
  })
}
