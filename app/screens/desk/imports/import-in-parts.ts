import { rowsInPart } from '#shared/import-parts.ts'

export type Part<Row> = { rows: Row[]; batchId: string; firstRow: number }

/** Adds up what several parts gave. */
export function sumResults<Result extends { errors: string[] }>(
  earlier: Result | null,
  next: Result,
): Result {
  if (!earlier) return next
  const sums = Object.entries(next).map(([name, value]) => {
    const before: unknown = earlier[name as keyof Result]
    return [name, typeof value === 'number' ? Number(before) + value : value]
  })
  return { ...Object.fromEntries(sums), errors: [...earlier.errors, ...next.errors] } as Result
}

/**
 * Sends a list part by part, from its row `from` (counted from 0) on, and reports each answer with the
 * number of rows answered so far. Stops between two parts once `isStopped` says so. Throws what `send`
 * throws; the parts before were reported by then.
 */
export async function importInParts<Row, Result>(
  list: { rows: Row[]; from: number; batchId: string },
  send: (part: Part<Row>) => Promise<Result>,
  {
    onAnswer,
    isStopped,
  }: { onAnswer: (result: Result, answered: number) => void; isStopped: () => boolean },
): Promise<void> {
  const { rows, batchId } = list
  for (let from = list.from; from < rows.length && !isStopped(); from += rowsInPart) {
    const part = rows.slice(from, from + rowsInPart)
    // One after the other: the server takes imports in turns, and a failure must leave a clean cut.
    const result = await send({ rows: part, batchId, firstRow: from + 1 })
    onAnswer(result, from + part.length)
  }
}

/** An id for the parts of one list; also on a site without https, where browsers have no randomUUID. */
export function newBatchId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
