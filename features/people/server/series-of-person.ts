import { and, eq, isNull } from 'drizzle-orm'
import {
  mergeSeriesChoices,
  mergeSeriesRegistrations,
} from '#features/newsletter/server/series-subscriptions.ts'
import type { PersonFacts } from '#features/people/contract.ts'
import type { Db } from '#platform/db/open.ts'
import { seriesRegistrations } from '#schema/newsletter.ts'
import { type HeldTable, ownedBy } from './held-treatments.ts'

/** A person's registration for every event: for `heldOfPerson`, and for the person's page. */

export const heldOfSeries = {
  series_registrations: {
    personalColumns: 'first_touch',
    otherColumns: 'registration_source',
    rows: ownedBy.user,
    page: 'seriesRegistrations',
    export: 'everyEvent: Your registration for every event of the series.',
    merge: mergeSeriesRegistrations,
    erase: 'with users',
  },
  series_choices: {
    otherColumns: 'state',
    rows: ownedBy.user,
    page: 'not shown',
    export: 'everyEventChoices: Events for which that registered you, or for which you cancelled.',
    select: 'e.title, t.state',
    join: 'join events e on e.id = t.event_id',
    order: 't.event_id',
    merge: mergeSeriesChoices,
    erase: 'with users',
  },
} satisfies Record<string, HeldTable>

export async function readSeriesOf(
  db: Db,
  userId: number | null,
): Promise<PersonFacts['seriesRegistrations']> {
  const rows = await db
    .select()
    .from(seriesRegistrations)
    .where(and(eq(seriesRegistrations.userId, userId ?? 0), isNull(seriesRegistrations.endedAt)))
  return rows.map(({ requestedAt, verifiedAt }) => ({
    requestedAt: requestedAt.toISOString(),
    verifiedAt: verifiedAt?.toISOString() ?? null,
  }))
}
