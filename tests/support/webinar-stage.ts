import { registerForEvents } from '#features/registrations/contract.ts'
import { webinarSeats, zoomWebinarMappings } from '#schema/webinars.ts'
import { buildEvent, registrationBody } from './builders.ts'
import { signWebhook } from './sign-webhook.ts'
import { testApp } from './test-app.ts'
import { startZoomServer } from './zoom-server.ts'

export const webinarId = '81234567890'

/** Starts the app with a Zoom stand-in and an event in a webinar. */
export async function webinarStage() {
  const zoom = await startZoomServer()
  const app = await testApp({ config: { zoom: zoom.config } })
  const event = await buildEvent(app.db)
  await app.db.insert(zoomWebinarMappings).values({ eventId: event.id, webinarId })
  const webinar = zoom.addWebinar(webinarId)

  async function register() {
    const body = registrationBody({ eventIds: [event.id] })
    await app.call(registerForEvents, { body })
    await app.runJobs()
    return webinar.registrants.find(({ email }) => email === body.email)!
  }
  const post = (call: ReturnType<typeof signWebhook>, headers = {}) =>
    app.send({
      method: 'POST',
      url: '/api/webhooks/zoom',
      payload: call.payload,
      headers: { ...call.headers, ...headers },
    })
  let sent = 0
  /** Posts a webhook with a later time than all previous ones, unless `at` is given. */
  function sendWebhook(name: string, object: object, at?: Date) {
    const now = app.clock.now()
    const event_ts = at?.getTime() ?? now.getTime() + ++sent
    return post(signWebhook({ event: name, event_ts, payload: { object } }, { now }))
  }
  const seats = () => app.db.select().from(webinarSeats).orderBy(webinarSeats.registrationId)
  return { ...app, zoom, event, webinar, register, post, sendWebhook, seats }
}
