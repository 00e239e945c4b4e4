import { eq } from 'drizzle-orm'
import type { VideoAccessRow } from '#shared/contract/desk.ts'
import type { Db } from '#server/db/open.ts'
import { people, videoAccess } from '#server/db/tables/people.ts'
import type { Turns } from './create-turns.ts'
import { newestFirst, readDatedPortions } from './read-portions.ts'

/** Every video access record, newest first. Specification, "Desk". */
export async function* listVideoAccess(db: Db, turns: Turns): AsyncGenerator<VideoAccessRow[]> {
  const { place, after, order } = newestFirst(videoAccess)
  yield* readDatedPortions(turns, (size, last) =>
    db
      .select({
        id: videoAccess.id,
        firstName: videoAccess.firstName,
        lastName: videoAccess.lastName,
        email: videoAccess.email,
        company: videoAccess.company,
        jobTitle: videoAccess.jobTitle,
        eventId: videoAccess.eventId,
        createdAt: videoAccess.createdAt,
        personKey: people.key,
        place,
      })
      .from(videoAccess)
      .leftJoin(people, eq(people.email, videoAccess.email))
      .where(after(last))
      .orderBy(...order)
      .limit(size),
  )
}
