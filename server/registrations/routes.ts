import type { FastifyInstance } from 'fastify'
import * as contract from '#shared/contract/registrations.ts'
import type { Call } from '#server/http/call.ts'
import { limitGuessing } from '#server/http/limit-guessing.ts'
import { serve } from '#server/http/serve.ts'
import { checkRegistration } from './check-registration.ts'
import { preRegister } from './pre-register.ts'
import { registerForEvents } from './register-for-events.ts'
import { registerForFutureEvents } from './register-for-future-events.ts'
import { registrationSource } from './registration-source.ts'
import { requestVideoAccess } from './request-video-access.ts'

export function registrationRoutes(app: FastifyInstance) {
  const { db, jobs, limits, site } = app.deps
  const context = () => ({ ...app.deps.time(), jobs })
  const countOne = (call: Call) => limits.count('registrations', call.addressKey)
  function withSource<Form extends { source: string }>(form: Form): Form {
    return { ...form, source: registrationSource(form.source, site) }
  }

  serve(app, contract.registerForEvents, async ({ body }, call) => {
    const lookUp = () => checkRegistration(db, { email: body.email })
    await countOne(call)
    // Without an event all that the answer tells is whether the e-mail is known.
    if (body.eventIds.length === 0) await limitGuessing(limits, call, body.email, lookUp)
    return registerForEvents(db, withSource(body), context())
  })

  serve(app, contract.requestVideoAccess, async ({ body }, call) => {
    await countOne(call)
    const { token, reply } = await requestVideoAccess(db, withSource(body), {
      ...context(),
      videoTitle: site.series.videoTitle,
      session: await call.session(),
    })
    call.keepSession(token)
    return reply
  })

  serve(app, contract.checkRegistration, async ({ body }, call) => {
    const lookUp = () => checkRegistration(db, body)
    const { exists } = await limitGuessing(limits, call, body.email, lookUp)
    return { exists }
  })

  serve(app, contract.preRegister, async ({ body }, call) => {
    await countOne(call)
    return preRegister(db, withSource(body), context())
  })

  serve(app, contract.registerForFutureEvents, async ({ body }, call) => {
    await countOne(call)
    return registerForFutureEvents(db, withSource(body), context())
  })
}
