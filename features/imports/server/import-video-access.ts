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
import { checkParts, errorLines, previewRows, type RowError } from './check-rows.ts'
import { recordImportBatch, type ImportContext, lockImports } from './import-batch.ts'
import {
  noteUnchangedRows,
  saveWrittenPeople,
  writeUnknownViewers,
  type ImportedPerson,
} from './write-people.ts'

const viewer = z.object({
  email: emailWith('Valid email is required'),
  firstName: optionalText('First name'),
  lastName: optionalText('Last name'),
  company,
  jobTitle,
})

/**
 * Grants video access to a list of emails in one transaction. Counts an email as a duplicate if it is
 * already known or repeats an earlier row. An invalid row adds one error message.
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
        const written = await writeUnknownViewers(tx, [...viewers.values()], videoTitle)
        await saveWrittenPeople(tx, viewers.values(), written)
        const { added } = written
        const known = added < viewers.size ? [...viewers.keys()] : []
        await noteUnchangedRows(tx, batch.id, { users: known, videoAccess: known })
        imported += added
        duplicates += valid.length - added
      }
      return { imported, duplicates, failed: errors.length }
    })
    return { imported, duplicates, errors: errorLines(errors) }
  })
}

/** Returns the effect that an import would have on each email. Writes nothing. */
export async function previewVideoAccess(
  db: Db,
  emails: VideoAccessEntry[],
): Promise<{ rows: RowVerdict[] }> {
  return longTransaction(db, (tx) =>
    previewRows(
      tx,
      emails,
      () => viewer,
      async (listed) => {
        const { rows } = await tx.execute<{ email: string }>(sql`
          select email from users where email = any(${sql.param(listed)}::text[])
          union select email from video_access where email = any(${sql.param(listed)}::text[])`)
        const known = new Set(rows.map(({ email }) => email))
        return ({ checked: { email } }) => {
          const verdict = known.has(email) ? 'duplicate' : 'new'
          known.add(email)
          return { verdict }
        }
      },
    ),
  )
}
