import type { FastifyInstance } from 'fastify'
import * as contract from '#shared/contract/me.ts'
import type { Call } from '#server/http/call.ts'
import { serve } from '#server/http/serve.ts'
import { cancelOwnRegistration } from './cancel-my-registration.ts'
import { changeOwnTopics } from './change-my-topics.ts'
import { eraseAccount } from './erase-me.ts'
import { exportAccount } from './export-me.ts'
import { getAccount } from './get-me.ts'
import { requestCode } from './request-code.ts'
import { takeBackRegistration } from './take-back-registration.ts'
import { verifyCode } from './verify-code.ts'

const codeOnItsWay = {
  message: 'If this address is with us, a code is on its way to it. Please look in your mailbox.',
}

/** How a browser shows that an address is theirs. */
export function codeRoutes(app: FastifyInstance) {
  const { db, clock, jobs, limits, strictLimits } = app.deps

  serve(app, contract.requestCode, async ({ body: { email } }, call) => {
    await limits.count('linkMails', call.addressKey)
    const asked = { email, browserToken: call.codeToken(), now: clock.now() }
    call.keepCodeToken(await requestCode(db, jobs, asked))
    return codeOnItsWay
  })

  serve(app, contract.verifyCode, async ({ body }, call) => {
    await strictLimits.count('codeGuesses', call.addressKey)
    const context = { session: await call.session(), now: clock.now() }
    const shown = { ...body, browserToken: call.codeToken() }
    call.keepSession(await verifyCode(db, shown, context))
    await strictLimits.giveBack('codeGuesses', call.addressKey)
    return { email: body.email }
  })
}

/** What people see and do of their own. */
export function accountRoutes(app: FastifyInstance) {
  const { db, clock, jobs, site } = app.deps

  async function ownEmail(call: Call) {
    // The access rule has made sure of both.
    return (await call.session())!.email!
  }

  serve(app, contract.getAccount, async (_input, call) => {
    const context = { now: clock.now(), display: site.display }
    return getAccount(db, await ownEmail(call), context)
  })

  serve(app, contract.cancelOwnRegistration, async ({ params }, call) =>
    cancelOwnRegistration(db, await ownEmail(call), params.id, { jobs, now: clock.now() }),
  )

  serve(app, contract.takeBackRegistration, async ({ body }, call) =>
    takeBackRegistration(db, await ownEmail(call), body.eventId, {
      ...app.deps.time(),
      jobs,
    }),
  )

  serve(app, contract.exportAccount, async (_input, call) =>
    exportAccount(db, await ownEmail(call)),
  )

  serve(app, contract.eraseAccount, async (_input, call) => {
    const { config } = app.deps
    const context = { config, jobs, now: clock.now() }
    const onDelay = (error: unknown) => app.log.warn({ err: error }, 'an erasure is finished later')
    const erased = await eraseAccount(db, await ownEmail(call), { ...context, onDelay })
    call.keepSession(undefined)
    return erased
  })

  serve(app, contract.changeOwnTopics, async ({ body }, call) =>
    changeOwnTopics(db, await ownEmail(call), body, { jobs, now: clock.now() }),
  )
}
