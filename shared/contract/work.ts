import { z } from 'zod'
import { rowId, rowIdInPath } from './fields.ts'

/** Lists of work that was or is to be done, in pages: mails, seats, members. */

/** How much of the work is in which state. */
export const countsOf = <State extends string>(states: readonly State[]) =>
  z.record(z.enum(states), z.int())

/** Which page is asked for; `before`: rows older than this one. */
export const pageQuery = <State extends string>(states: readonly State[], pageSize: number) => ({
  state: z.enum(states).optional(),
  before: rowIdInPath.optional(),
  limit: z.coerce.number().int().min(1).max(500).default(pageSize),
})

/** What goes with a page: the next one, and counts of all that was asked for, whatever state and page. */
export const pageReply = <State extends string>(states: readonly State[]) => ({
  nextBefore: rowId.nullable(),
  counts: countsOf(states),
})
