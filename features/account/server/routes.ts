import type { FastifyInstance } from 'fastify'
import { closeSession } from '#features/sign-in/server/session.ts'
import * as contract from '#features/account/contract.ts'
import { answerFormQuestions } from '#features/form-questions/server/own-answers.ts'
import type { Call } from '#platform/http/call.ts'
import { serve } from '#platform/http/serve.ts'
import {
  cancelOwnRegistration,
  changeOwnTopics,
  endOwnInterest,
  eraseAccount,
  exportAccount,
  getAccount,
  takeBackRegistration,
} from './account.ts'
import { leaveOwnWaitlist } from './own-waitlist.ts'

export function accountRoutes(app: FastifyInstance) {
  const { db, clock, jobs, site } = app.deps

  async function ownEmail(call: Call) {
    // The endpoints below have the access rule 'verified', so a session with a verified email exists.
    return (await call.session())!.email!
  }

  serve(app, contract.getAccount, async (_input, call) => {
    const context = { now: clock.now(), display: site().display }
    return getAccount(db, await ownEmail(call), context)
  })

  serve(app, contract.cancelOwnRegistration, async ({ params }, call) =>
    cancelOwnRegistration(db, await ownEmail(call), params.id, { jobs, now: clock.now() }),
  )

  serve(app, contract.answerFormQuestions, async ({ params, body }, call) =>
    answerFormQuestions(db, await ownEmail(call), params.id, {
      answers: body.answers,
      ...app.deps.time(),
    }),
  )

  serve(app, contract.takeBackRegistration, async ({ body }, call) =>
    takeBackRegistration(db, await ownEmail(call), body, {
      ...app.deps.time(),
      jobs,
    }),
  )

  serve(app, contract.leaveOwnWaitlist, async ({ params }, call) =>
    leaveOwnWaitlist(db, await ownEmail(call), params.id, { jobs, now: clock.now() }),
  )

  serve(app, contract.exportAccount, async (_input, call) =>
    exportAccount(db, await ownEmail(call), clock.now()),
  )

  serve(app, contract.eraseAccount, async (_input, call) => {
    const config = { ...app.deps.config, ...app.deps.settings() }
    const context = { config, jobs, now: clock.now() }
    const onDelay = (error: unknown) => app.log.warn({ err: error }, 'an erasure is finished later')
    const erased = await eraseAccount(db, await ownEmail(call), { ...context, onDelay })
    // End the session, too: the erasure deletes only sessions without an administrator, and removes the
    // email from the others.
    await closeSession(db, await call.session())
    call.keepSession(undefined)
    call.keepBrowserMark(undefined)
    return erased
  })

  serve(app, contract.endOwnInterest, async (_input, call) =>
    endOwnInterest(db, await ownEmail(call)),
  )

  serve(app, contract.changeOwnTopics, async ({ body }, call) =>
    changeOwnTopics(db, await ownEmail(call), body, { jobs, now: clock.now() }),
  )
}
