import type { areas } from '#shared/contract/catalogue.ts'
import type { Endpoint } from '#shared/contract/endpoint.ts'

type EntryOf<Area> = Area extends unknown ? Extract<Area[keyof Area], Endpoint> : never
/** What a provider signs no browser can call. */
type Entry = Exclude<EntryOf<(typeof areas)[number]>, { access: 'signed' }>

type AddressOf<E> = E extends Endpoint ? `${E['method']} ${E['path']}` : never

/**
 * Every call of the contract as the specification writes it, e.g. `GET /api/events/upcoming`. Types
 * only: the browser takes names and shapes from the contract without loading its schemas.
 */
export type Address = AddressOf<Entry>

/** The contract's entry behind an address. */
export type EntryAt<A extends Address> = Entry extends infer E
  ? E extends Endpoint
    ? AddressOf<E> extends A
      ? E
      : never
    : never
  : never

/** The path of a call, and the first part of the key that its answer is kept under. */
export function pathOf(address: Address): string {
  return address.split(' ')[1]!
}
