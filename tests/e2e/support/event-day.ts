import { mkdtempSync, renameSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { BrowserContext, Page } from '@playwright/test'
import type { Greenroom, GreenroomOptions } from '#tests/support/start-greenroom.ts'
import { expect } from './journey.ts'
import { newPerson } from './landing.ts'
import { callAsAdmin, pathIn, readMail } from './mail.ts'

const oneDay = 24 * 60 * 60_000
export const roomUrl = 'https://meet.google.com/abc-defg-hij'

const speaker = {
  speakerName: 'Amara Dike-Laurent',
  speakerTitle: 'Founder, Saltline Freight',
  description: 'A conversation about trucks, borders and patience.',
  bannerImage: '/images/banners/last-mile.webp',
  featureImage: '/images/features/last-mile.webp',
}

/**
 * Starts a server with a controllable clock in the days before an event, 18:00 to 19:00 CAT. `at('15:45:00')`
 * is UTC on that day, or the given number of days before.
 */
export async function openEventStage(
  startOwn: (env?: GreenroomOptions['env']) => Promise<Greenroom>,
  env: GreenroomOptions['env'] = {},
) {
  const clockFile = join(mkdtempSync(join(tmpdir(), 'greenroom-clock-')), 'now')
  const preload = fileURLToPath(import.meta.resolve('#tests/support/inject-clock.ts'))
  const day = new Date(Date.now() + oneDay).toISOString().slice(0, 10)
  const instant = (time: string, daysBefore = 0) =>
    new Date(Date.parse(`${day}T${time}Z`) - daysBefore * oneDay)
  function at(time: string, daysBefore = 0) {
    const now = instant(time, daysBefore)
    // Atomically, because the server may be reading the file.
    writeFileSync(`${clockFile}.next`, now.toISOString())
    renameSync(`${clockFile}.next`, clockFile)
    return now
  }
  at('09:00:00', 2)
  const own = await startOwn({
    ...env,
    NODE_OPTIONS: `--import ${preload}`,
    CLOCK_FILE: clockFile,
    RATE_LIMITS: 'off',
  })
  const adminCalls = await callAsAdmin(own)
  /** Administrator sessions expire after half a day, so each change signs in again. */
  async function save(method: 'post' | 'patch', path: string, data: object) {
    const calls = await callAsAdmin(own)
    const answer = await calls[method](path, { data })
    expect(answer.status()).toBe(200)
    const saved = (await answer.json()) as { id: number; slug: string; title: string }
    await calls.dispose()
    return saved
  }
  const create = (fields: object) =>
    save('post', '/api/admin/events', {
      ...speaker,
      status: 'upcoming',
      priority: -1,
      eventTime: instant('16:00:00').toISOString(),
      eventEndTime: instant('17:00:00').toISOString(),
      dateConfirmed: true,
      ...fields,
    })
  const change = (id: number, fields: object) => save('patch', `/api/admin/events/${id}`, fields)
  /** Registers a person and returns their join link from the mail. */
  async function register(eventId: number) {
    const person = newPerson()
    const data = { ...person, eventIds: [eventId] }
    expect((await adminCalls.post('/api/register-multi-event', { data })).status()).toBe(200)
    const mail = await readMail(own, person.email, 'registration_confirmed')
    return { ...person, joinPath: pathIn(mail, 'join') }
  }
  return { own, adminCalls, at, instant, create, change, register }
}

/** Serves a fake room, so that the browser makes no external request. */
export async function openRoom(page: Page | BrowserContext) {
  await page.route('https://meet.google.com/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>The room</title>' }),
  )
}
