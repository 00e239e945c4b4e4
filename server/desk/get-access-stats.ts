import type { ReplyOf } from '#shared/contract/endpoint.ts'
import type { getAccessStats as contract } from '#shared/contract/desk.ts'
import type { Db } from '#server/db/open.ts'
import { countUses } from './count-uses.ts'
import type { Turns } from './create-turns.ts'

/** Counts of page visits, different e-mails and watches. Specification, "Usage". */
export async function getAccessStats(db: Db, turns: Turns): Promise<ReplyOf<typeof contract>> {
  return countUses(db, turns)
}
