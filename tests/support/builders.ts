import { eq, sql } from 'drizzle-orm'
import { takeSlug } from '#features/events/server/slugs.ts'
import { insertEvents, updateEvent } from '#features/events/server/write-events.ts'
import { saveGuestQuestions } from '#features/questions/server/guest-question.ts'
import type { Db } from '#platform/db/open.ts'
import { recordEvents } from '#platform/domain-events/record-events.ts'
import { savePeople } from '#platform/people/save-people.ts'
import { events } from '#schema/events.ts'
import { users } from '#schema/people.ts'
import { eventRegistrations, videoAccess } from '#schema/registrations.ts'

/** The time zone of the sample series. */
const seriesZone = 'Africa/Johannesburg'

let count = 0

/** Adds an event, by default upcoming on 10 December 2026, 18:00 to 19:00 CAT. */
export async function buildEvent(db: Db, fields: Partial<typeof events.$inferInsert> = {}) {
  count++
  // In one transaction, like the admin area, so that every node is notified once.
  return db.transaction(async (tx) => {
    const row = {
      title: `Interview ${count}`,
      eventDate: '2026-12-10',
      eventTime: '2026-12-10T16:00:00.000Z',
      eventEndTime: '2026-12-10T17:00:00.000Z',
      speakerName: `Speaker ${count}`,
      speakerTitle: 'Founder',
      description: 'An hour of honest conversation.',
      featureImage: '/images/features/last-mile.webp',
      bannerImage: '/images/banners/last-mile.webp',
      status: 'upcoming' as const,
      dateConfirmed: true,
      ...fields,
    }
    const [event] = await insertEvents(tx, [row], {
      now: new Date(),
      timeZone: seriesZone,
      cause: 'administrator',
    })
    return { ...event!, slug: await takeSlug(tx, event!) }
  })
}

/** Changes columns of an event, or of all events, like the admin area. */
export async function editEvent(
  db: Db,
  id: number | undefined,
  changes: Partial<typeof events.$inferInsert>,
  now = new Date(),
) {
  await db.transaction(async (tx) => {
    const rows = await tx
      .select()
      .from(events)
      .where(id === undefined ? undefined : eq(events.id, id))
      .for('update')
    for (const row of rows)
      await updateEvent(tx, row, changes, { now, timeZone: seriesZone, cause: 'administrator' })
  })
}

/** Adds a completed event with a recording for members. */
export function buildRecording(db: Db, fields: Partial<typeof events.$inferInsert> = {}) {
  return buildEvent(db, {
    status: 'completed',
    eventDate: '2026-06-11',
    eventTime: '2026-06-11T16:00:00.000Z',
    eventEndTime: '2026-06-11T17:00:00.000Z',
    videoUrl: 'https://www.youtube.com/watch?v=aqz-KE-bpKQ',
    recordingReady: true,
    ...fields,
  })
}

export async function buildPerson(db: Db, fields: Partial<typeof users.$inferInsert> = {}) {
  count++
  const row = {
    firstName: 'Thandi',
    lastName: 'Nkosi',
    email: `person${count}@example.com`,
    ...fields,
  }
  return db.transaction(async (tx) => {
    const [person] = await tx.insert(users).values(row).returning()
    await savePeople(tx, [row.email])
    const [saved] = await tx.select().from(users).where(eq(users.id, person!.id))
    return saved!
  })
}

export async function buildRegistration(db: Db, fields: typeof eventRegistrations.$inferInsert) {
  const [registration] = await buildRegistrations(db, [fields])
  return registration!
}

/** Adds registrations with their domain events. */
export async function buildRegistrations(db: Db, rows: (typeof eventRegistrations.$inferInsert)[]) {
  return db.transaction(async (tx) => {
    const added = await tx.insert(eventRegistrations).values(rows).returning()
    const created = added.map(({ id, eventId }) => ({
      type: 'registration.created' as const,
      registrationId: id,
      eventId,
    }))
    await recordEvents(tx, created, 'person')
    const ids = sql.param(added.map(({ id }) => id))
    await tx.execute(
      saveGuestQuestions(sql`select * from event_registrations where id = any(${ids}::int[])`),
    )
    return added
  })
}

/** Adds a person with video access but without registration: no `users` row. */
export async function buildViewer(db: Db, fields: Partial<typeof videoAccess.$inferInsert> = {}) {
  count++
  const row = {
    email: `viewer${count}@example.com`,
    videoTitle: 'Innovation interviews',
    ...fields,
  }
  return db.transaction(async (tx) => {
    const [viewer] = await tx.insert(videoAccess).values(row).returning()
    await savePeople(tx, [row.email])
    return viewer!
  })
}

/** Returns a body of the main registration form. */
export function registrationBody(fields: Record<string, unknown> = {}) {
  count++
  return {
    firstName: 'Thandi',
    lastName: 'Nkosi',
    email: `visitor${count}@example.com`,
    company: 'Karoo Coffee',
    jobTitle: 'Founder',
    receiveUpdates: true,
    receiveEventInvites: true,
    ...fields,
  }
}
