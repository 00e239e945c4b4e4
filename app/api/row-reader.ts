/** A list ended before its end mark, or is no list: what came of it is not all. */
export class InterruptedList extends Error {
  override readonly name = 'InterruptedList'
}

/** Takes a list in pieces and gives its rows; `end` throws InterruptedList unless its end was seen. */
export type ListReader<Row> = { push(text: string): Row[]; end(): Row[] }

/** What stands between two rows of our lists, each on a line of its own; no text in JSON holds a line's end. */
const between = '},\n{'

/**
 * Takes a JSON array in pieces, cut anywhere, and gives its rows as they become whole: `push` those that a
 * line or a piece ends with, `end` the others. `end` throws InterruptedList unless the array's end was seen:
 * a list that was cut off is never taken for complete.
 */
export function rowReader<Row>(): ListReader<Row> {
  /** What is not given yet, an array without its end. */
  let pending = ''
  return {
    push(text: string): Row[] {
      pending += text
      // A piece may end like a row in the middle of a text; then it cannot be read.
      const ends = [pending.endsWith('},') ? pending.length - 2 : -1, pending.lastIndexOf(between)]
      for (const last of ends.filter((end) => end !== -1)) {
        const rows = parse(`${pending.slice(0, last + 1)}]`)
        if (!rows) continue
        pending = `[${pending.slice(last + 2)}`
        return rows as Row[]
      }
      return []
    },
    end(): Row[] {
      const rows = parse(pending)
      if (!rows) throw new InterruptedList('It is no list, or ended before its end mark')
      return rows as Row[]
    },
  }
}

function parse(text: string): unknown[] | undefined {
  try {
    const rows: unknown = JSON.parse(text)
    return Array.isArray(rows) ? rows : undefined
  } catch {
    return undefined
  }
}
