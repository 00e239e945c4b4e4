import { sql } from 'drizzle-orm'
import type { VideoAccessRow } from '#shared/contract/desk.ts'
import type { Db } from '#server/db/open.ts'
import { videoAccess } from '#server/db/tables/people.ts'
import type { Turns } from './create-turns.ts'
import { personOfViewer } from './person-of-viewer.ts'
import { readNewestFirst } from './read-newest-first.ts'

/** Every video access record, newest first. Specification, "Admin area". */
export function listVideoAccess(db: Db, turns: Turns) {
  return readNewestFirst<VideoAccessRow>(db, turns, {
    table: videoAccess,
    beside: personOfViewer,
    fields: {
      id: videoAccess.id,
      firstName: videoAccess.firstName,
      lastName: videoAccess.lastName,
      email: videoAccess.email,
      company: videoAccess.company,
      jobTitle: videoAccess.jobTitle,
      eventId: videoAccess.eventId,
      createdAt: { instant: videoAccess.createdAt },
      personKey: sql`person.key`,
    },
  })
}
