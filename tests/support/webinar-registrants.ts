import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { registerForEvents } from '#features/registrations/contract.ts'
import { webinarSeats, zoomWebinarMappings } from '#schema/webinars.ts'
import { buildEvent, registrationBody } from './builders.ts'
import { testApp } from './test-app.ts'
import { startZoomServer } from './zoom-server.ts'

export const webinarId = '81234567890'

/** Starts the app with a Zoom stand-in and an event, and counts registrants on both sides. */
export async function webinarRegistrants({ webinar = {}, isMapped = true } = {}) {
  const zoom = await startZoomServer()
  const app = await testApp({ config: { zoom: zoom.config } })
  const { db } = app
  const event = await buildEvent(db)
  if (isMapped) await mapTo(webinarId)

  async function mapTo(id: string) {
    await db
      .insert(zoomWebinarMappings)
      .values({ eventId: event.id, webinarId: id })
      .onConflictDoUpdate({ target: zoomWebinarMappings.eventId, set: { webinarId: id } })
  }
  async function register(fields: Record<string, unknown> = {}) {
    const body = registrationBody({ eventIds: [event.id], ...fields })
    const { status } = await app.call(registerForEvents, { body })
    expect(status).toBe(200)
    return body.email
  }
  async function makeDue() {
    await db.execute(sql`update jobs.job set start_after = now() where name = 'take-webinar-seat'`)
  }
  /** Runs the sweep half a minute later. */
  async function sweep() {
    await db.execute(sql`insert into jobs.job (name, data) values ('sweep', '{}')`)
    await app.runJobs()
  }
  const seats = () => db.select().from(webinarSeats).orderBy(webinarSeats.registrationId)
  const nextTry = async () => {
    const { rows } = await db.execute<{
      at: string
    }>(sql`select to_char(start_after at time zone 'UTC',
      'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at from jobs.job
      where name = 'take-webinar-seat' and state = 'retry'`)
    return rows.map(({ at }) => new Date(at))
  }
  return {
    ...app,
    zoom,
    event,
    webinar: zoom.addWebinar(webinarId, webinar),
    mapTo,
    register,
    makeDue,
    sweep,
    seats,
    nextTry,
  }
}
