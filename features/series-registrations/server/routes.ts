import type { FastifyInstance } from 'fastify'
import { registrationForms } from '#features/registrations/server/routes.ts'
import * as contract from '#features/series-registrations/contract.ts'
import type { Call } from '#platform/http/call.ts'
import { serve } from '#platform/http/serve.ts'
import { findLinkedRow } from '#platform/signed-links/signed-links.ts'
import {
  answerSeriesOffer,
  endOwnSeries,
  readSeriesOffer,
  registerForSeries,
  startOwnSeries,
} from './series-registration.ts'

export function seriesRegistrationRoutes(app: FastifyInstance) {
  const { db, clock, jobs, site } = app.deps
  const forms = registrationForms(app)

  serve(app, contract.registerForSeries, async ({ body }, call) => {
    await forms.limitRegistration(call, body)
    const context = { ...forms.context(), needsAnswers: true, session: await call.session() }
    return registerForSeries(db, forms.withSource(body), context)
  })

  const idOf = ({ token }: { token: string }) => findLinkedRow(db, 'series', token)

  serve(app, contract.readSeriesOffer, async ({ body }) =>
    readSeriesOffer(db, await idOf(body), site().display),
  )

  serve(app, contract.answerSeriesOffer, async ({ body }) => {
    const context = { jobs, now: clock.now(), display: site().display }
    return answerSeriesOffer(db, await idOf(body), body, context)
  })

  async function ownEmail(call: Call) {
    // The endpoints below have the access rule 'verified', so a session with a verified email exists.
    return (await call.session())!.email!
  }

  serve(app, contract.startOwnSeries, async (_input, call) =>
    startOwnSeries(db, await ownEmail(call), clock.now()),
  )

  serve(app, contract.endOwnSeries, async (_input, call) =>
    endOwnSeries(db, await ownEmail(call), clock.now()),
  )
}
