import { queryOptions } from '@tanstack/react-query'
import type { ReplyOf } from '#kernel/endpoint.ts'
import { columnsType, type Columns, rowsOf } from '#kernel/list-columns.ts'
import { type Address, type EntryAt, ask } from './call.ts'

/** A list that is displayed while it loads. */
export type ArrivingList<Row> = { rows: Row[]; isComplete: boolean }

/** Display more rows when their number has doubled, or after a second; less often for long lists. */
const growth = 2
const patienceMs = (shown: number) => Math.max(1000, shown / 25)

/**
 * Query options of a list that is displayed while it loads. During a reload, the previous complete list stays;
 * an interrupted one stays until more rows have arrived. `order` sorts the rows.
 */
export function listQuery<A extends ListAddress>(
  address: A,
  order?: (one: RowAt<A>, other: RowAt<A>) => number,
) {
  const queryKey = [address.slice(address.indexOf('/'))]
  type List = ArrivingList<RowAt<A>>
  return queryOptions({
    queryKey,
    // Do not compare 100,000 rows with the previous ones.
    structuralSharing: false,
    async queryFn({ client, signal }): Promise<List> {
      const before = client.getQueryData<List>(queryKey)
      let shown = before?.isComplete ? Infinity : (before?.rows.length ?? 0)
      let shownAt = 0
      const rows: List['rows'] = []
      function show() {
        if (rows.length <= shown) return
        // Sorting an almost sorted list is fast.
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
        // Show the rows that arrived before the interruption. A cancelled query keeps nothing.
        if (!signal.aborted) show()
        throw error
      }
      if (order) rows.sort(order)
      return { rows, isComplete: true }
    },
  })
}

/** Addresses of calls that return lists. */
type ListAddress = {
  [A in Address]: ReplyOf<EntryAt<A>> extends unknown[] ? A : never
}[Address]
type RowAt<A extends ListAddress> =
  ReplyOf<EntryAt<A>> extends (infer Row extends object)[] ? Row : never

/**
 * Makes a call that returns a list and yields rows as they arrive, as columns or as a plain array. Throws if
 * the list is incomplete.
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

/** A list without its end mark, or a response that is not a list. */
export class InterruptedList extends Error {
  override readonly name = 'InterruptedList'
}

/** Parses a list in chunks; `end` throws InterruptedList unless the end mark arrived. */
type ListReader<Row> = { push(text: string): Row[]; end(): Row[] }

/** Separator of rows in the server's lists. JSON strings contain no line breaks. */
const between = '},\n{'

/**
 * Parses a JSON array from chunks. `push` returns the rows that are complete at the end of a row or chunk;
 * `end` returns the rest, and throws InterruptedList for a truncated array.
 */
export function rowReader<Row>(): ListReader<Row> {
  /** Text not yet parsed: an array without its end. */
  let pending = ''
  return {
    push(text: string): Row[] {
      pending += text
      // A chunk may end like a row inside a string, which then fails to parse.
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

/** Parses a list in columns from chunks and returns the rows of each complete line. */
export function columnReader<Row extends object>(): ListReader<Row> {
  /** Chunks of the incomplete line. */
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
