import { sql, inArray } from 'drizzle-orm'
import type { z } from 'zod'
import type { RowVerdict } from '#features/imports/contract.ts'
import { suggestEmail } from '#kernel/email-typo.ts'
import type { Transaction } from '#platform/db/open.ts'
import { people } from '#schema/people.ts'

/**
 * An error in a row of an imported list. `row` is the line in the file or, if the list has no lines, the position from
 * 1.
 */
export type RowError = { row: number; problem: string }

const longestShown = 60
const rowsInStatement = 1000

type SentRow = { email?: unknown; line?: number | null }

/**
 * Returns the schema by which to validate a row of an imported list. The schema may depend on which cells are filled.
 */
type SchemaOf<Row, Checked> = (row: Row) => z.ZodType<Checked>
/** A valid row of an imported list. `position` is its position among the rows of the same chunk, from 1. */
type CheckedRow<Row, Checked> = { row: number; position: number; sent: Row; checked: Checked }

/** Validates each row on its own, so that an invalid row does not reject the others. */
function checkRows<Row extends SentRow, Checked>(
  { firstRow, part }: { firstRow: number; part: Row[] },
  schemaOf: SchemaOf<Row, Checked>,
) {
  const valid: CheckedRow<Row, Checked>[] = []
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

/** Returns a cell's value for use in an error message: in quotes, truncated, without control characters. */
export function showValue(value: unknown): string {
  const text = typeof value === 'string' ? value.trim() : ''
  if (!text) return 'an empty cell'
  const start = text
    .slice(0, longestShown)
    .replaceAll(/\p{Cc}/gu, '\uFFFD')
    .toWellFormed()
  return text.length > longestShown ? `"${start}…"` : `"${start}"`
}

export function errorLines(errors: RowError[]): string[] {
  return errors
    .toSorted((one, other) => one.row - other.row)
    .map(({ row, problem }) => `Row ${row}: ${problem}`)
}

/**
 * Returns the day of erasure of each email whose person was erased and who has not been added again since.
 * The database stores erased emails as keyed digests. Computing digests is slow, so the function does so
 * only if erasures exist.
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

/** Turns the rows of people who asked to be erased into errors, unless `includeErased` is true. */
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
      problem: `Asked to be erased on ${found.get(left.checked.email)} and is skipped, found ${showValue(left.checked.email)}`,
      left,
    })),
  }
}

/**
 * Returns the key of each known person, by email. The key is part of the URL of the person's page in the
 * admin area.
 */
export async function readKeys(tx: Transaction, emails: string[]): Promise<Map<string, string>> {
  const rows = await tx
    .select({ email: people.email, key: people.key })
    .from(people)
    .where(inArray(people.email, emails))
  return new Map(rows.map(({ email, key }) => [email, key]))
}

/**
 * Yields the valid rows of a list in chunks small enough for one SQL statement, and adds an error to
 * `errors` for each invalid row. Each chunk is freed before the next one is validated, so that 200,000 rows
 * are never in memory twice.
 */
export async function* checkParts<Row extends SentRow, Checked extends { email: string }>(
  tx: Transaction,
  rows: Row[],
  schemaOf: SchemaOf<Row, Checked>,
  options: { firstRow: number; includeErased: boolean; errors: RowError[] },
) {
  const { firstRow, includeErased, errors } = options
  for (let start = 0; start < rows.length; start += rowsInStatement) {
    const part = rows.slice(start, start + rowsInStatement)
    const judged = checkRows({ firstRow: start + firstRow, part }, schemaOf)
    const { valid, erased } = await removeErased(tx, judged.valid, includeErased)
    errors.push(...judged.errors, ...erased)
    yield valid
  }
}

const noFindings = { problem: null, differences: [], answers: [], event: null, nearestTitle: null }
type Findings = Pick<RowVerdict, 'verdict'> & Partial<RowVerdict>

/**
 * Returns what an import would do with each row. `prepare` reads what is stored about the emails of the valid rows, and
 * returns a function that determines the result for one row.
 */
export async function previewRows<Row extends SentRow, Checked extends { email: string }>(
  tx: Transaction,
  rows: Row[],
  schemaOf: SchemaOf<Row, Checked>,
  prepare: (
    emails: string[],
  ) => Promise<(row: CheckedRow<Row, Checked>) => Findings | Promise<Findings>>,
): Promise<{ rows: RowVerdict[] }> {
  const { valid: wellFormed, errors } = checkRows({ firstRow: 1, part: rows }, schemaOf)
  const { valid, erased } = await removeErased(tx, wellFormed, false)
  const emails = valid.map(({ checked }) => checked.email)
  const keys = await readKeys(tx, emails)
  const verdicts: RowVerdict[] = []
  const note = (
    row: number,
    findings: Findings,
    email?: unknown,
    personKey: string | null = null,
  ) => {
    const suggestedEmail = (typeof email === 'string' && suggestEmail(email)) || null
    verdicts.push({ ...noFindings, row, suggestedEmail, personKey, ...findings })
  }
  for (const { position, problem } of errors) {
    note(position, { verdict: 'invalid', problem }, rows[position - 1]?.email)
  }
  for (const { left, problem } of erased) note(left.position, { verdict: 'erased', problem })
  const judge = await prepare(emails)
  for (const row of valid) {
    note(row.position, await judge(row), row.checked.email, keys.get(row.checked.email))
  }
  return { rows: verdicts.toSorted((one, other) => one.row - other.row) }
}
