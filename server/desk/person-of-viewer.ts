import { sql } from 'drizzle-orm'
import { people, videoAccess } from '#server/db/tables/people.ts'
import { ofPortion } from './read-newest-first.ts'

/** Beside rows of `video_access`, of whom many have no `users` row that bears their key. */
export const personOfViewer = sql`left join (
  select p.key, p.email from ${people} p
  where p.email = ${ofPortion(videoAccess.email)} offset 0) person
  on person.email = video_access.email`
