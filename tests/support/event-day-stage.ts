import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { getReports } from '#features/reports/contract.ts'
import { webinarId, webinarStage } from './webinar-stage.ts'
import type { Participant } from './zoom-reports.ts'

/** Sets up an event from 16:00 to 17:00 UTC, with its view in the admin area. */
export async function heldEventStage() {
  const stage = await webinarStage()
  stage.clock.set('2026-12-10T12:00:00Z')
  const admin = await stage.asAdmin()
  const at = (time: string) => `2026-12-10T${time}Z`
  const setClock = (time: string) => stage.clock.set(at(time))
  async function presence(what: 'joined' | 'left', time: string, participant: object) {
    const key = what === 'joined' ? 'join_time' : 'leave_time'
    const told = { id: webinarId, participant: { ...participant, [key]: at(time) } }
    expect((await stage.sendWebhook(`webinar.participant_${what}`, told)).statusCode).toBe(200)
  }
  async function shown() {
    const { attendance } = (await admin.call(getReports)).body
    return attendance.find(({ eventId }) => eventId === stage.event.id)
  }
  /** Runs the sweep and due jobs at a time of that day. */
  async function sweepAt(time: string) {
    setClock(time)
    await stage.db.execute(sql`update jobs.job set start_after = now() where state < 'active'`)
    await stage.db.execute(sql`insert into jobs.job (name, data) values ('sweep', '{}')`)
    await stage.runJobs()
  }
  const stay = (id: string | undefined, from: string, until: string): Participant => ({
    registrant_id: id,
    name: 'Thandi Nkosi',
    join_time: at(from),
    leave_time: at(until),
  })
  return { ...stage, admin, at, setClock, presence, shown, sweepAt, stay }
}
