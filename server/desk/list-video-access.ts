import { desc } from 'drizzle-orm'
import type { VideoAccessRow } from '#shared/contract/desk.ts'
import type { Db } from '#server/db/open.ts'
import { videoAccess } from '#server/db/schema.ts'

/** Every video access record, newest first. Specification 3. */
export async function listVideoAccess(db: Db): Promise<VideoAccessRow[]> {
  const rows = await db
    .select({
      id: videoAccess.id,
      firstName: videoAccess.firstName,
      lastName: videoAccess.lastName,
      email: videoAccess.email,
      company: videoAccess.company,
      jobTitle: videoAccess.jobTitle,
      eventId: videoAccess.eventId,
      createdAt: videoAccess.createdAt,
    })
    .from(videoAccess)
    .orderBy(desc(videoAccess.createdAt), desc(videoAccess.id))
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }))
}
