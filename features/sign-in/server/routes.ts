import type { FastifyInstance } from 'fastify'
import {
  isOwnBrowser,
  linkOnItsWay,
  hourlyLimitNote,
  ownAllowances,
} from '#features/mails/server/link-mails.ts'
import { storeLinkRequest } from '#features/mails/server/link-requests.ts'
import * as contract from '#features/sign-in/contract.ts'
import { logInAdministrator as logInContract } from '#features/sign-in/contract.ts'
import type { Db } from '#platform/db/open.ts'
import { type Call, readActor } from '#platform/http/call.ts'
import { limitGuessing, limitSignIns } from '#platform/http/rate-limits.ts'
import { serve } from '#platform/http/serve.ts'
import { findLinkedRow, makeBrowserMark, readLinkKey } from '#platform/signed-links/signed-links.ts'
import { logInAdministrator } from './administrator-login.ts'
import { readBrowser } from './browser.ts'
import { confirmPassword, readOwnAdministrator } from './confirm-password.ts'
import { foldName } from './administrator-names.ts'
import { requestCode, verifyCode } from './code.ts'
import { openVerifiedSession } from './enter-link.ts'
import { logInWithEmail } from './open-session.ts'
import { endOwnSession, endOwnSessions, listOwnSessions } from './own-sessions.ts'
import { closeSession, checkKnownEmail } from './session.ts'

export function sessionRoutes(app: FastifyInstance) {
  const { db, clock, limits } = app.deps

  async function getAuthStatus(_input: unknown, call: Call) {
    if (call.hasCookie) await limits.check('emptyCookies', call.addressKey)
    const session = await call.session()
    if (call.hasCookie && !session) {
      await limits.count('emptyCookies', call.addressKey)
      await limits.count('calls', call.addressKey)
    }
    return {
      hasVideoAccess: session?.hasVideoAccess ?? false,
      isAdmin: session?.isAdmin ?? false,
      userEmail: session?.email ?? null,
      ...(session?.role && session.role !== 'owner' && { role: session.role }),
      ...(session?.needsFactor && { needsFactor: true as const }),
    }
  }
  serve(app, contract.getAuthStatus, getAuthStatus, { uncounted: true })

  serve(app, contract.logInWithEmail, async ({ body: { email } }, call) => {
    const lookUp = async () => ({ isKnown: await checkKnownEmail(db, email) })
    const { isKnown } = await limitGuessing(limits, call, email, lookUp)
    const browser = await readBrowser(call)
    call.keepSession(await logInWithEmail(db, { email, isKnown }, browser, clock.now()))
    return { videoAccess: { email }, isAdmin: browser.session?.isAdmin ?? false }
  })

  serve(app, contract.logOut, async (_input, call) => {
    await closeSession(db, await call.session())
    call.keepSession(undefined)
    return { message: 'You have been logged out' }
  })
}

/** Adds the API routes that mail a sign-in code and sign in by it. */
export function codeRoutes(app: FastifyInstance) {
  const { db, clock, jobs, limits, strictLimits } = app.deps

  serve(app, contract.requestCode, async ({ body: { email } }, call) => {
    await limits.count('linkMails', call.addressKey)
    const now = clock.now()
    const isOwn = await isOwnBrowser(db, call, email, now)
    const asked = { email, browserToken: call.codeToken(), isOwnBrowser: isOwn, now }
    call.keepCodeToken(await requestCode(db, jobs, asked))
    return codeOnItsWay
  })

  serve(app, contract.verifyCode, async ({ body }, call) => {
    await strictLimits.count('codeGuesses', call.addressKey)
    const context = { browser: await readBrowser(call), now: clock.now() }
    const shown = { ...body, browserToken: call.codeToken() }
    call.keepSession(await verifyCode(db, shown, context))
    await markBrowser(call, { db, email: body.email, now: context.now })
    await strictLimits.giveBack('codeGuesses', call.addressKey)
    return { email: body.email }
  })
}

const codeOnItsWay = {
  message: `If this email is registered, a code is on its way. Please check your inbox. ${hourlyLimitNote}`,
}

/** Adds the API routes by which members list and end their own sessions. */
export function ownSessionRoutes(app: FastifyInstance) {
  const { db, clock } = app.deps

  async function own(call: Call) {
    // These calls require access 'verified', so the session exists and has a verified email.
    const session = (await call.session())!
    return { id: session.id, email: session.email! }
  }

  serve(app, contract.listOwnSessions, async (_input, call) =>
    listOwnSessions(db, await own(call), clock.now()),
  )

  serve(app, contract.endOwnSession, async ({ params: { id } }, call) => {
    const mine = await own(call)
    await endOwnSession(db, mine, id)
    if (id === mine.id) call.keepSession(undefined)
    return { id }
  })

  serve(app, contract.endOwnSessions, async (_input, call) => {
    const ended = await endOwnSessions(db, await own(call))
    call.keepSession(undefined)
    return { ended }
  })
}

/** Sets a cookie by which the browser can prove later that a mail to this email once signed it in. */
async function markBrowser(call: Call, { db, email, now }: { db: Db; email: string; now: Date }) {
  call.keepBrowserMark(makeBrowserMark(await readLinkKey(db), email, now))
}

/** Adds the API routes that mail a sign-in link and sign in by it. */
export function enterLinkRoutes(app: FastifyInstance) {
  const { db, clock, jobs, limits } = app.deps

  serve(app, contract.openVerifiedSession, async ({ body }, call) => {
    const id = await findLinkedRow(db, 'enter', body.token)
    const context = { browser: await readBrowser(call), now: clock.now() }
    const { token, email } = await openVerifiedSession(db, id, context)
    if (token !== undefined) call.keepSession(token)
    await markBrowser(call, { db, email, now: context.now })
    return { email }
  })

  serve(app, contract.requestLibraryLink, async ({ body }, call) => {
    await limits.count('linkMails', call.addressKey)
    const now = clock.now()
    const allowances = await ownAllowances(db, call, body.email, now)
    await storeLinkRequest(db, { kind: 'library_link', ...body, allowances }, { jobs, now })
    return linkOnItsWay
  })
}

export function adminSignInRoutes(app: FastifyInstance) {
  const { db, clock, limits, strictLimits } = app.deps

  serve(app, logInContract, async ({ body }, call) => {
    const { token, hasFactor } = await limitSignIns(
      limits,
      call,
      foldName(body.username),
      async () =>
        logInAdministrator(db, body, await readBrowser(call), {
          actor: await readActor(call),
          now: clock.now(),
          strictLimits,
        }),
    )
    call.keepSession(token)
    const message = 'Welcome to the admin dashboard'
    const needsFactor = app.deps.config.requireFactor && !hasFactor
    return needsFactor ? { message, isAdmin: false, needsFactor } : { message, isAdmin: true }
  })

  serve(app, contract.confirmPassword, async ({ body }, call) => {
    const session = await call.session()
    const own = await readOwnAdministrator(db, session)
    const deed = { actor: await readActor(call), now: clock.now() }
    await limitSignIns(limits, call, foldName(own.username), () =>
      confirmPassword(db, own, body.password, { ...deed, sessionId: session!.id }),
    )
    return { message: 'Thank you' }
  })
}
