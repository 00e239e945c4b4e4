import type { FastifyInstance } from 'fastify'
import * as contract from '#features/registrations/contract.ts'
import { confirmForPerson } from '#features/registrations/contract.ts'
import { readBrowser } from '#features/sign-in/server/browser.ts'
import { type Call, readActor } from '#platform/http/call.ts'
import { limitGuessing } from '#platform/http/rate-limits.ts'
import { serve } from '#platform/http/serve.ts'
import { findLinkedRow } from '#platform/signed-links/signed-links.ts'
import { confirmRegistration, readRegistrationOffer } from './confirm-registration.ts'
import { answerInterest, readInterestOffer } from './interest.ts'
import {
  checkRegistration,
  preRegister,
  registerForEvents,
  registerForFutureEvents,
  requestVideoAccess,
} from './forms.ts'
import { takeSource } from './visitor-source.ts'

/** Returns what all calls of the registration form need: their context, rate limits, and the source of a visitor. */
export function registrationForms(app: FastifyInstance) {
  const { db, jobs, limits, site, partnerPaths } = app.deps
  const context = () => ({
    ...app.deps.time(),
    jobs,
    asked: site().series.consent ?? ('notice' as const),
  })
  const countOne = (call: Call) => limits.count('registrations', call.addressKey)
  /**
   * Counts a registration request towards the rate limit of its IP address. Without an event, the reply reveals whether
   * the email is known, so such requests also count towards a stricter limit.
   */
  async function countOneFor(call: Call, hasEvent: boolean) {
    await countOne(call)
    if (!hasEvent) await limits.count('registrationsWithoutEvent', call.addressKey)
  }
  const withSource = <Form extends Parameters<typeof takeSource>[0]>(form: Form) =>
    takeSource(form, partnerPaths())
  async function limitRegistration(
    call: Call,
    { email, eventIds }: Pick<contract.RegistrationForm, 'email' | 'eventIds'>,
  ) {
    const lookUp = () => checkRegistration(db, { email }, context().now)
    await countOneFor(call, eventIds.length > 0)
    // Without an event, the response reveals whether the email is known. Limit how many emails a caller can try.
    if (eventIds.length === 0) await limitGuessing(limits, call, email, lookUp)
  }
  return { context, countOne, countOneFor, limitRegistration, withSource }
}

export function registrationRoutes(app: FastifyInstance) {
  const { db, limits, site } = app.deps
  const { context, countOne, countOneFor, limitRegistration, withSource } = registrationForms(app)

  serve(app, contract.registerForEvents, async ({ body }, call) => {
    await limitRegistration(call, body)
    return registerForEvents(db, withSource(body), { ...context(), needsAnswers: true })
  })

  serve(app, contract.requestVideoAccess, async ({ body }, call) => {
    await countOneFor(call, body.eventId !== undefined)
    const { token, reply } = await requestVideoAccess(db, withSource(body), {
      ...context(),
      videoTitle: site().series.videoTitle,
      browser: await readBrowser(call),
    })
    call.keepSession(token)
    return reply
  })

  serve(app, contract.checkRegistration, async ({ body }, call) => {
    const lookUp = () => checkRegistration(db, body, context().now)
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

/**
 * Adds the API routes behind the links in two mails: the one to confirm a registration, and the one to answer an
 * invitation. Also adds the route with which an administrator confirms a registration.
 */
export function confirmationRoutes(app: FastifyInstance) {
  const { db, jobs, site } = app.deps
  const context = () => ({ now: app.deps.time().now, jobs, display: site().display })
  const idOf = ({ token }: { token: string }) => findLinkedRow(db, 'seat', token)

  serve(app, contract.readRegistrationOffer, async ({ body }) =>
    readRegistrationOffer(db, await idOf(body), context()),
  )

  serve(app, contract.confirmRegistration, async ({ body }) =>
    confirmRegistration(db, await idOf(body), { ...context(), waitlist: body.waitlist }),
  )

  serve(app, contract.readInterestOffer, async ({ body }) =>
    readInterestOffer(db, await findLinkedRow(db, 'interest', body.token), context()),
  )

  serve(app, contract.answerInterest, async ({ body }) => {
    const id = await findLinkedRow(db, 'interest', body.token)
    return answerInterest(db, id, body.answer, context())
  })

  serve(app, confirmForPerson, async ({ params }, call) =>
    confirmRegistration(db, params.id, { ...context(), actor: await readActor(call) }),
  )
}
