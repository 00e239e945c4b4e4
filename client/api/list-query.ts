import { queryOptions } from '@tanstack/react-query'
import type { ReplyOf } from '#kernel/endpoint.ts'
import { columnsType, type Columns, rowsOf } from '#kernel/list-columns.ts'
import { type Address, type EntryAt, ask } from './call.ts'

/** A list of which rows are shown before all are there. */
export type ArrivingList<Row> = { rows: Row[]; isComplete: boolean }

/** What is shown doubles each time, or grows by what came in a second, of a long list in a few. */
const growth = 2
const patienceMs = (shown: number) => Math.max(1000, shown / 25)

/**
 * A read of a list that is shown as it arrives. While it is read anew, the complete one from before stays
 * until the new one is complete; one that broke off stays until more than its rows are there. `order`: other
 * than the one they come in.
 */
export function listQuery<A extends ListAddress>(
  address: A,
  order?: (one: RowAt<A>, other: RowAt<A>) => number,
) {
  const queryKey = [address.slice(address.indexOf('/'))]
  type List = ArrivingList<RowAt<A>>
  return queryOptions({
    queryKey,
    // A hundred thousand rows are not compared with those before.
    structuralSharing: false,
    async queryFn({ client, signal }): Promise<List> {
      const before = client.getQueryData<List>(queryKey)
      let shown = before?.isComplete ? Infinity : (before?.rows.length ?? 0)
      let shownAt = 0
      const rows: List['rows'] = []
      function show() {
        if (rows.length <= shown) return
        // What was in order already takes hardly any time.
        if (order) rows.sort(order)
        client.setQueryData<List>(queryKey, { rows: rows.slice(), isComplete: false })
        shown = rows.length
        shownAt = performance.now()
      }
      try {
        for await (const some of arrivingRows(address, { signal })) {
          for (const row of some) rows.push(row)
          const waited = performance.now() - shownAt
          if (rows.length > shown * growth || waited > patienceMs(shown)) show()
        }
      } catch (error) {
        // It broke off: what came last was not due yet. Who went away or logged out keeps nothing.
        if (!signal.aborted) show()
        throw error
      }
      if (order) rows.sort(order)
      return { rows, isComplete: true }
    },
  })
}

/** The calls that answer lists. */
type ListAddress = {
  [A in Address]: ReplyOf<EntryAt<A>> extends unknown[] ? A : never
}[Address]
type RowAt<A extends ListAddress> =
  ReplyOf<EntryAt<A>> extends (infer Row extends object)[] ? Row : never

/**
 * Makes a call that answers a list, and gives its rows as they arrive: in columns, or as the plain array
 * where that is what answers. Throws when not all did.
 */
async function* arrivingRows<A extends ListAddress>(
  address: A,
  { signal }: { signal: AbortSignal },
): AsyncGenerator<RowAt<A>[]> {
  const response = await ask(address, { signal, headers: { accept: `${columnsType}, */*` } })
  const isInColumns = response.headers.get('content-type')?.startsWith(columnsType)
  const body = response.body!.getReader()
  const decoder = new TextDecoder()
  const rows = isInColumns ? columnReader<RowAt<A>>() : rowReader<RowAt<A>>()
  try {
    for (let { done, value } = await body.read(); !done; { done, value } = await body.read()) {
      yield rows.push(decoder.decode(value, { stream: true }))
    }
    yield rows.push(decoder.decode())
    yield rows.end()
  } finally {
    body.cancel().catch(() => {})
  }
}

/** A list ended before its end mark, or is no list: what came of it is not all. */
export class InterruptedList extends Error {
  override readonly name = 'InterruptedList'
}

/** Takes a list in pieces and gives its rows; `end` throws InterruptedList unless its end was seen. */
type ListReader<Row> = { push(text: string): Row[]; end(): Row[] }

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

/** Takes a list in columns in pieces, cut anywhere, and gives the rows of each line once it is whole. */
export function columnReader<Row extends object>(): ListReader<Row> {
  /** Of the line that is not whole yet. */
  let pieces: string[] = []
  let isEnded = false
  function read(line: string): Row[] {
    const columns = JSON.parse(line) as Columns<Row> | []
    isEnded = Array.isArray(columns)
    return Array.isArray(columns) ? [] : rowsOf(columns)
  }
  return {
    push(text) {
      const [first = '', ...others] = text.split('\n')
      pieces.push(first)
      const rest = others.pop()
      if (rest === undefined) return []
      const lines = [pieces.join(''), ...others]
      pieces = [rest]
      return lines.flatMap(read)
    },
    end() {
      if (!isEnded) throw new InterruptedList('It ended before its end mark')
      return []
    },
  }
}
