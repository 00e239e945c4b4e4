import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { dayInZone, instantInZone } from '#kernel/event-time.ts'
import type { Greenroom } from '#tests/support/start-greenroom.ts'
import { expect } from './journey.ts'
import { callAsAdmin } from './mail.ts'
import { startPrepared } from './prepare.ts'

/** An event in the format of content/sample/series.json. */
export type SeriesEvent = Record<string, unknown>

const ordinary = {
  speakerName: 'Amara Dike-Laurent',
  speakerTitle: 'Founder, Saltline Freight',
  description: 'A conversation about trucks, borders and patience.',
  status: 'upcoming',
  startsInDays: 9,
  time: '18:00',
  endTime: '19:00',
  dateConfirmed: true,
  priority: 1,
  featureImage: '/images/features/last-mile.webp',
  bannerImage: '/images/banners/last-mile.webp',
  videoUrl: null,
  recordingReady: false,
}

export function upcoming(title: string, fields: SeriesEvent = {}): SeriesEvent {
  return { ...ordinary, title, ...fields }
}

export function completed(title: string, fields: SeriesEvent = {}): SeriesEvent {
  return {
    ...ordinary,
    title,
    status: 'completed',
    startsInDays: -30,
    videoUrl: 'https://www.youtube.com/watch?v=aqz-KE-bpKQ',
    recordingReady: true,
    ...fields,
  }
}

export function preRegistration(title: string, fields: SeriesEvent = {}): SeriesEvent {
  const undated = { startsInDays: null, time: null, endTime: null, dateConfirmed: false }
  return { ...ordinary, title, status: 'pre_registration', ...undated, ...fields }
}

/** Starts a server with the sample's site file, changed by `changeSite`. */
export async function startSite(
  changeSite: (site: Record<string, unknown>) => void,
): Promise<Greenroom> {
  const folder = mkdtempSync(join(tmpdir(), 'greenroom-site-'))
  const site = JSON.parse(readFileSync('content/site.json', 'utf8')) as Record<string, unknown>
  changeSite(site)
  writeFileSync(join(folder, 'site.json'), JSON.stringify(site))
  symlinkSync(resolve('content/images'), join(folder, 'images'))
  return startPrepared({ SITE_FILE: join(folder, 'site.json'), RATE_LIMITS: 'off' }, () =>
    rmSync(folder, { recursive: true, force: true }),
  )
}

/** Replaces all events of a site. The old events must have no registrations. */
export async function showSeries(greenroom: Greenroom, events: SeriesEvent[]) {
  const calls = await callAsAdmin(greenroom)
  const before = (await (await calls.get('/api/events')).json()) as { id: number }[]
  for (const { id } of before) {
    expect((await calls.delete(`/api/admin/events/${id}`)).status()).toBe(200)
  }
  for (const event of events) {
    const answer = await calls.post('/api/admin/events', { data: toForm(event) })
    expect(answer.status(), await answer.text()).toBe(200)
  }
  await calls.dispose()
}

/** Time zone of the sample series. */
export const zone = 'Africa/Johannesburg'

function toForm({ startsInDays, time, endTime, ...fields }: SeriesEvent) {
  if (typeof startsInDays !== 'number') return fields
  const eventDate = dayInZone(new Date(Date.now() + startsInDays * 24 * 60 * 60 * 1000), zone)
  const [eventTime, eventEndTime] = [time, endTime].map((clock) =>
    instantInZone(eventDate, String(clock), zone).toISOString(),
  )
  return { ...fields, eventDate, eventTime, eventEndTime }
}
