import type { FastifyInstance } from 'fastify'
import { answerOnce } from '#features/api-keys/server/idempotency-key.ts'
import * as contract from '#features/public-api/contract.ts'
import { saveEvent, saveNewEvent } from '#features/event-mails/server/save-event.ts'
import type { MailKinds } from '#features/mails/server/mail-kind.ts'
import { registerForEvents } from '#features/registrations/server/forms.ts'
import { createTurns } from '#platform/db/read-in-turns.ts'
import { type Call, readActor } from '#platform/http/call.ts'
import { serve } from '#platform/http/serve.ts'
import {
  asEventForm,
  getApiEvent,
  withApiRefusals,
  listApiEvents,
  presentApiEvent,
} from './events.ts'
import { listApiFigures } from './figures.ts'
import {
  asRegistrationForm,
  describeOwnRegistration,
  getApiRegistration,
  listApiRegistrations,
} from './registrations.ts'

/** Adds the routes of the public API, which run the same server functions as those of the site and the admin area. */
export function publicApiRoutes(app: FastifyInstance, { kinds }: { kinds: MailKinds }) {
  const { db, jobs, time } = app.deps
  const turns = createTurns(1)

  serve(app, contract.listApiEvents, ({ query }) => listApiEvents(db, query, time()))
  serve(app, contract.getApiEvent, ({ params }) => getApiEvent(db, params.id, time()))
  eventWrites(app, kinds)

  serve(app, contract.listApiRegistrations, ({ query }) => listApiRegistrations(db, query))
  serve(app, contract.getApiRegistration, ({ params }) => getApiRegistration(db, params.id))
  serve(app, contract.createApiRegistration, async ({ body }, call) =>
    answerOnce(db, repeatable(call, ['POST registrations', body], time().now), {
      work: (own) =>
        registerForEvents(own, asRegistrationForm(body), {
          ...time(),
          jobs,
          eventField: 'eventId',
          cause: 'program',
        }),
      present: ({ newRegistrations }, tx) => describeOwnRegistration(tx, body, newRegistrations),
    }),
  )

  serve(app, contract.listApiFigures, ({ query }) => listApiFigures(db, turns, query, time()))
}

function eventWrites(app: FastifyInstance, kinds: MailKinds) {
  const { db, jobs, time, pictures } = app.deps

  async function context(call: Call) {
    return { ...time(), actor: await readActor(call), keep: pictures.keepFrom, kinds }
  }

  serve(app, contract.createApiEvent, async ({ body }, call) => {
    const given = await context(call)
    const save = answerOnce(db, repeatable(call, ['POST events', body], given.now), {
      work: (own) => saveNewEvent(own, asEventForm(body, given.timeZone), given),
      present: presentApiEvent,
    })
    return withApiRefusals(save)
  })

  serve(app, contract.changeApiEvent, async ({ params: { id }, body }, call) => {
    const given = await context(call)
    const save = answerOnce(db, repeatable(call, ['PATCH events', id, body], given.now), {
      work: (own) => saveEvent(own, id, asEventForm(body, given.timeZone), { ...given, jobs }),
      present: presentApiEvent,
    })
    return withApiRefusals(save)
  })
}

/**
 * Returns the values by which `answerOnce` recognises that a client repeats a request: API key, idempotency key and
 * request.
 */
function repeatable({ apiKey, idempotencyKey }: Call, request: unknown[], now: Date) {
  return { apiKey: apiKey!, name: idempotencyKey, request, now }
}
