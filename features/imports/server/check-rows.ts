import { sql, inArray } from 'drizzle-orm'
import type { z } from 'zod'
import type { RowVerdict } from '#features/imports/contract.ts'
import { suggestEmail } from '#kernel/email-typo.ts'
import type { Transaction } from '#platform/db/open.ts'
import { people } from '#schema/people.ts'

/** One row that cannot be imported; `row` is its line in the file, or counts from 1, as a person counts. */
export type RowError = { row: number; problem: string }

const longestShown = 60
const rowsInStatement = 1000

/**
 * The rows in parts that one statement can write, each with the number of its first row. The part that
 * was written is given up before the next is checked, so that 200,000 rows are never held twice.
 */
function* inParts<Row>(
  rows: Row[],
  firstRow: number,
): Generator<{ firstRow: number; part: Row[] }> {
  for (let start = 0; start < rows.length; start += rowsInStatement) {
    yield { firstRow: start + firstRow, part: rows.slice(start, start + rowsInStatement) }
  }
}

type SentRow = { email?: unknown; line?: number | null }

/** The schema of a row, which may depend on the cells that it has. */
type SchemaOf<Row, Checked> = (row: Row) => z.ZodType<Checked>

/** Judges every row by itself: what is wrong with one costs only that one. `position` is that in the part. */
function checkRows<Row extends SentRow, Checked>(
  { firstRow, part }: { firstRow: number; part: Row[] },
  schemaOf: SchemaOf<Row, Checked>,
) {
  const valid: { row: number; position: number; sent: Row; checked: Checked }[] = []
  const errors: (RowError & { position: number })[] = []
  for (const [index, sent] of part.entries()) {
    const row = sent.line ?? firstRow + index
    const position = index + 1
    const result = schemaOf(sent).safeParse(sent)
    if (result.success) valid.push({ row, position, sent, checked: result.data })
    else errors.push({ row, position, problem: describeIssues(result.error.issues, sent) })
  }
  return { valid, errors }
}

function describeIssues(issues: z.core.$ZodIssue[], sent: Record<string, unknown>) {
  return issues
    .map(({ message, path }) => `${message}, found ${showValue(sent[String(path[0])])}`)
    .join('; ')
}

/** A cell's value as an error line shows it: quoted, short, without characters that cannot be shown. */
export function showValue(value: unknown): string {
  const text = typeof value === 'string' ? value.trim() : ''
  if (!text) return 'an empty cell'
  const start = text
    .slice(0, longestShown)
    .replaceAll(/\p{Cc}/gu, '\uFFFD')
    .toWellFormed()
  return text.length > longestShown ? `"${start}…"` : `"${start}"`
}

/** The error lines of an import, in the order of its rows. */
export function errorLines(errors: RowError[]): string[] {
  return errors
    .toSorted((one, other) => one.row - other.row)
    .map(({ row, problem }) => `Row ${row}: ${problem}`)
}

/**
 * Whoever of a list asked to be erased and did not come back since, by their e-mail, with the day. Known
 * by a keyed digest alone, which is reckoned only where there were erasures.
 */
async function findErased(tx: Transaction, emails: string[]): Promise<Map<string, string>> {
  const any = await tx.execute(sql`select from erasures limit 1`)
  if (any.rows.length === 0) return new Map()
  const { rows } = await tx.execute<{ email: string; day: string }>(sql`
    with listed as materialized (
      select email, greenroom_address_hashes(email) as hashes
      from unnest(${sql.param(emails)}::text[]) as given (email)
      where not exists (select from people p where p.email = given.email))
    select l.email, to_char(max(e.erased_at), 'YYYY-MM-DD') as day
    from listed l join erasures e on e.hashes && l.hashes group by l.email`)
  return new Map(rows.map(({ email, day }) => [email, day]))
}

/** Leaves those rows out of a part, each with its line, unless the organiser insists. */
async function removeErased<Row extends { row: number; checked: { email: string } }>(
  tx: Transaction,
  valid: Row[],
  includeErased: boolean,
): Promise<{ valid: Row[]; erased: (RowError & { left: Row })[] }> {
  if (includeErased) return { valid, erased: [] }
  const found = await findErased(tx, [...new Set(valid.map(({ checked }) => checked.email))])
  if (found.size === 0) return { valid, erased: [] }
  const isErased = ({ checked }: Row) => found.has(checked.email)
  return {
    valid: valid.filter((row) => !isErased(row)),
    erased: valid.filter(isErased).map((left) => ({
      row: left.row,
      problem: `Asked to be erased on ${found.get(left.checked.email)} and is left out, found ${showValue(left.checked.email)}`,
      left,
    })),
  }
}

/** Where the page of each of these people is in the admin area, by their e-mail; nobody unknown is in it. */
export async function readKeys(tx: Transaction, emails: string[]): Promise<Map<string, string>> {
  const rows = await tx
    .select({ email: people.email, key: people.key })
    .from(people)
    .where(inArray(people.email, emails))
  return new Map(rows.map(({ email, key }) => [email, key]))
}

/** What of a list can be imported, part by part; what is wrong with the other rows goes to `errors`. */
export async function* checkParts<Row extends SentRow, Checked extends { email: string }>(
  tx: Transaction,
  rows: Row[],
  schemaOf: SchemaOf<Row, Checked>,
  {
    firstRow,
    includeErased,
    errors,
  }: { firstRow: number; includeErased: boolean; errors: RowError[] },
) {
  for (const part of inParts(rows, firstRow)) {
    const judged = checkRows(part, schemaOf)
    const { valid, erased } = await removeErased(tx, judged.valid, includeErased)
    errors.push(...judged.errors, ...erased)
    yield valid
  }
}

export const noFindings = {
  problem: null,
  differences: [],
  event: null,
  nearestTitle: null,
  suggestedEmail: null,
  personKey: null,
}

export function suggestionFor(email: unknown) {
  return (typeof email === 'string' && suggestEmail(email)) || null
}

/** What of a list can be imported, with who is known already, and verdicts on the other rows. */
export async function previewRows<Row extends SentRow, Checked extends { email: string }>(
  tx: Transaction,
  rows: Row[],
  schemaOf: SchemaOf<Row, Checked>,
) {
  const { valid: wellFormed, errors } = checkRows({ firstRow: 1, part: rows }, schemaOf)
  const { valid, erased } = await removeErased(tx, wellFormed, false)
  const verdicts: RowVerdict[] = errors.map(({ position: row, problem }) => {
    const suggestedEmail = suggestionFor(rows[row - 1]?.email)
    return { ...noFindings, row, verdict: 'invalid', problem, suggestedEmail }
  })
  for (const { left, problem } of erased) {
    verdicts.push({ ...noFindings, row: left.position, verdict: 'erased', problem })
  }
  const emails = valid.map(({ checked }) => checked.email)
  return { valid, verdicts, emails, keys: await readKeys(tx, emails) }
}
