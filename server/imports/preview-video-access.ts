import { sql } from 'drizzle-orm'
import type { RowVerdict } from '#shared/contract/import-batches.ts'
import type { VideoAccessEntry } from '#shared/contract/imports.ts'
import { suggestEmail } from '#shared/email-typo.ts'
import { longTransaction } from '#server/db/long-transaction.ts'
import type { Db } from '#server/db/open.ts'
import { checkRows } from './check-rows.ts'
import { readKeys } from './read-keys.ts'
import { removeErased } from './remove-erased.ts'
import { viewer } from './import-video-access.ts'

/** What importing these e-mails would do, row by row, in their order. Writes nothing. */
export async function previewVideoAccess(
  db: Db,
  emails: VideoAccessEntry[],
): Promise<{ rows: RowVerdict[] }> {
  const { valid: wellFormed, errors } = checkRows({ firstRow: 1, part: emails }, viewer)
  const { valid, erased, rows, keys } = await longTransaction(db, async (tx) => {
    const judged = await removeErased(tx, wellFormed, false)
    const listed = judged.valid.map(({ checked }) => checked.email)
    const known = await tx.execute<{ email: string }>(sql`
      select email from users where email = any(${sql.param(listed)}::text[])
      union select email from video_access where email = any(${sql.param(listed)}::text[])`)
    return { ...judged, rows: known.rows, keys: await readKeys(tx, listed) }
  })
  const known = new Set(rows.map(({ email }) => email))
  const nothing = { problem: null, event: null, nearestTitle: null, personKey: null }
  const suggestionFor = (email: unknown) =>
    (typeof email === 'string' && suggestEmail(email)) || null
  const verdicts: RowVerdict[] = errors.map(({ position: row, problem }) => {
    const suggestedEmail = suggestionFor(emails[row - 1]?.email)
    return { ...nothing, row, verdict: 'invalid', problem, suggestedEmail }
  })
  for (const { left, problem } of erased) {
    verdicts.push({
      ...nothing,
      row: left.position,
      verdict: 'erased',
      problem,
      suggestedEmail: null,
    })
  }
  for (const { position: row, checked } of valid) {
    const verdict = known.has(checked.email) ? 'duplicate' : 'new'
    known.add(checked.email)
    const personKey = keys.get(checked.email) ?? null
    const suggestedEmail = suggestionFor(checked.email)
    verdicts.push({ ...nothing, row, verdict, suggestedEmail, personKey })
  }
  return { rows: verdicts.toSorted((one, other) => one.row - other.row) }
}
