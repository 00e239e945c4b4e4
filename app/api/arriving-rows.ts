import type { Address, EntryAt } from './addresses.ts'
import type { ReplyOf } from '#shared/contract/endpoint.ts'
import { columnsType } from '#shared/list-columns.ts'
import { ask } from './call.ts'
import { columnReader } from './column-reader.ts'
import { rowReader } from './row-reader.ts'

/** The calls that answer lists. */
export type ListAddress = {
  [A in Address]: ReplyOf<EntryAt<A>> extends unknown[] ? A : never
}[Address]
export type RowAt<A extends ListAddress> =
  ReplyOf<EntryAt<A>> extends (infer Row extends object)[] ? Row : never

/**
 * Makes a call that answers a list, and gives its rows as they arrive: in columns, or as the plain array
 * where that is what answers. Throws when not all did.
 */
export async function* arrivingRows<A extends ListAddress>(
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
