import { expect } from 'vitest'
import { getEventPage, listEvents } from '#features/events/contract.ts'
import { eventPath } from '#kernel/slug.ts'
import { zoomWebinarMappings } from '#schema/webinars.ts'
import { buildEvent } from './builders.ts'
import { builtPages } from './built-pages.ts'
import { signWebhook } from './sign-webhook.ts'
import { testApp } from './test-app.ts'
import { startZoomServer } from './zoom-server.ts'

export const webinarId = '81234567890'

/** Starts a node with Zoom's webhooks, and an event from 16:00 to 17:00 UTC in a webinar. */
export async function liveStage() {
  const zoom = await startZoomServer()
  const app = await testApp({ pages: builtPages, config: { zoom: zoom.config } })
  const event = await buildEvent(app.db, { title: 'The last mile' })
  await app.db.insert(zoomWebinarMappings).values({ eventId: event.id, webinarId })
  const at = (time: string) => app.clock.set(`2026-12-10T${time}Z`)
  async function sendWebhook(name: string, happened?: string) {
    const event_ts = happened && { event_ts: Date.parse(`2026-12-10T${happened}Z`) }
    const body = { event: name, ...event_ts, payload: { object: { id: Number(webinarId) } } }
    const { payload, headers } = signWebhook(body, { now: app.clock.now() })
    const url = '/api/webhooks/zoom'
    const { statusCode } = await app.send({ method: 'POST', url, payload, headers })
    expect(statusCode).toBe(200)
  }
  /** Returns whether list, page and call show the event as live; they must agree. */
  async function isLive() {
    const listed = (await app.call(listEvents)).body.find(({ id }) => id === event.id)!
    const page = await app.send({ url: eventPath(event.slug) })
    expect(page.statusCode).toBe(200)
    expect(page.body.includes('Live now')).toBe(listed.isLive)
    expect(page.body.includes('"isLiveBroadcast":true')).toBe(listed.isLive)
    const { body } = await app.call(getEventPage, { params: { slug: event.slug } })
    expect(body.isLive).toBe(listed.isLive)
    return listed.isLive
  }
  return { ...app, zoom, event, at, sendWebhook, isLive }
}
