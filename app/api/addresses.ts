import type * as backups from '#shared/contract/backups.ts'
import type * as desk from '#shared/contract/desk.ts'
import type * as deskFigures from '#shared/contract/desk-figures.ts'
import type * as eventChecks from '#shared/contract/event-checks.ts'
import type * as eventEditor from '#shared/contract/event-editor.ts'
import type * as pictures from '#shared/contract/pictures.ts'
import type { Endpoint } from '#shared/contract/endpoint.ts'
import type * as events from '#shared/contract/events.ts'
import type * as importBatches from '#shared/contract/import-batches.ts'
import type * as imports from '#shared/contract/imports.ts'
import type * as library from '#shared/contract/library.ts'
import type * as links from '#shared/contract/links.ts'
import type * as mailingList from '#shared/contract/mailing-list.ts'
import type * as messages from '#shared/contract/messages.ts'
import type * as registrations from '#shared/contract/registrations.ts'
import type * as seats from '#shared/contract/seats.ts'
import type * as session from '#shared/contract/session.ts'
import type * as site from '#shared/contract/site.ts'
import type * as system from '#shared/contract/system.ts'
import type * as tracking from '#shared/contract/tracking.ts'

type EntryOf<Area> = Extract<Area[keyof Area], Endpoint>

type Entry =
  | EntryOf<typeof pictures>
  | EntryOf<typeof eventEditor>
  | EntryOf<typeof eventChecks>
  | EntryOf<typeof deskFigures>
  | EntryOf<typeof desk>
  | EntryOf<typeof backups>
  | EntryOf<typeof events>
  | EntryOf<typeof importBatches>
  | EntryOf<typeof imports>
  | EntryOf<typeof library>
  | EntryOf<typeof links>
  | EntryOf<typeof mailingList>
  | EntryOf<typeof messages>
  | EntryOf<typeof registrations>
  | EntryOf<typeof seats>
  | EntryOf<typeof session>
  | EntryOf<typeof site>
  | EntryOf<typeof system>
  | EntryOf<typeof tracking>

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
