import type { FastifyInstance } from 'fastify'
import * as contract from '#features/administrators/contract.ts'
import { ownAllowances } from '#features/mails/server/link-mails.ts'
import { storeLinkRequest } from '#features/mails/server/link-requests.ts'
import { describeAreas } from '#features/settings/server/describe-areas.ts'
import * as signInContract from '#features/sign-in/contract.ts'
import { readBrowser } from '#features/sign-in/server/browser.ts'
import { type Call, readActor, isFromRole } from '#platform/http/call.ts'
import { cannotListenMessage } from '#platform/http/listen-for-changes.ts'
import { readOwnAdministrator } from '#features/sign-in/server/confirm-password.ts'
import { foldName } from '#features/sign-in/server/administrator-names.ts'
import { beginFactor, confirmFactor, removeFactor } from '#features/sign-in/server/factor-setup.ts'
import { allowances, limitSignIns } from '#platform/http/rate-limits.ts'
import { serve } from '#platform/http/serve.ts'
import { findLinkedRow } from '#platform/signed-links/signed-links.ts'
import { addAdministrator, listAdministrators, sendInvitationAgain } from './accounts.ts'
import { listAuditLog } from './audit-log.ts'
import { changeOwnPassword, verifyPresentPassword } from './passwords.ts'
import {
  changeRecoveryEmail,
  changeWeeklySummary,
  confirmRecoveryEmail,
  findPasswordLink,
  setPasswordByLink,
} from './recovery.ts'
import { changeRole, removeAdministrator } from './roles.ts'
import { getBackups, getSettings } from './settings.ts'
import { listTroubles } from './troubles.ts'

/**
 * Adds the API routes by which the admin area manages administrators, and reads the audit log, the backups and the
 * settings.
 */
export function administratorRoutes(app: FastifyInstance) {
  const { db, cache, clock, config, jobs, settings, settingsStore, limits, site, time } = app.deps

  serve(app, contract.getSettings, async (_, call) => ({
    ...getSettings(
      { ...config, ...settings() },
      { seriesName: site().series.name, limits: allowances },
    ),
    areas: (await isFromRole(call, 'owner')) ? describeAreas(settingsStore.sources()) : [],
  }))
  serve(app, contract.getBackups, () => getBackups(db, { ...settings(), now: clock.now() }))

  serve(app, contract.listTroubles, async () => ({
    troubles: await listTroubles({
      db,
      config: settings(),
      unheard: cache.listening() === 'deaf' ? cannotListenMessage : undefined,
      ...time(),
    }),
  }))

  serve(app, contract.listAuditLog, ({ query }) => listAuditLog(db, query))

  serve(app, contract.listAdministrators, async (_, call) => {
    const session = await call.session()
    const rows = await listAdministrators(db)
    return rows.map(({ createdAt, invitedAt, ...row }) => ({
      ...row,
      isInvited: invitedAt !== null,
      createdAt: createdAt.toISOString(),
      isSelf: row.id === session?.administratorId,
    }))
  })
  /** Recovery emails must be confirmed by a mailed link if a mail server is configured. */
  const mailRule = () => ({ needsConfirmation: settings().smtpUrl !== undefined })
  /**
   * Returns the signed-in administrator after verifying their password again, because someone else may use an
   * unattended browser.
   */
  async function verifyOwnPassword(call: Call, presentPassword: string, purpose: string) {
    const own = await readOwnAdministrator(db, await call.session())
    const actor = await readActor(call)
    await limitSignIns(limits, call, foldName(own.username), () =>
      verifyPresentPassword(db, own, presentPassword, { actor, now: clock.now(), for: purpose }),
    )
    return { own, actor }
  }

  serve(app, contract.addAdministrator, async ({ body }, call) => {
    const { actor } = await verifyOwnPassword(call, body.presentPassword, 'adding an administrator')
    return addAdministrator(db, body, { actor, jobs, now: clock.now(), ...mailRule() })
  })
  serve(app, contract.sendInvitationAgain, async ({ params }, call) => {
    const deed = { actor: await readActor(call), jobs, now: clock.now() }
    return sendInvitationAgain(db, params.administratorId, deed)
  })
  serve(app, contract.changeRole, async ({ params, body }, call) => {
    const { actor } = await verifyOwnPassword(call, body.presentPassword, 'changing a role')
    const deed = { role: body.role, actor, now: clock.now() }
    return changeRole(db, { id: params.administratorId }, deed)
  })
  serve(app, contract.removeAdministrator, async ({ params, body }, call) => {
    const { actor } = await verifyOwnPassword(
      call,
      body.presentPassword,
      'removing an administrator',
    )
    return removeAdministrator(db, { id: params.administratorId }, actor)
  })

  serve(app, contract.beginFactor, async ({ body }, call) => {
    const { own } = await verifyOwnPassword(call, body.presentPassword, 'two-factor authentication')
    return beginFactor(db, own, site().series.name)
  })
  serve(app, contract.confirmFactor, async ({ body }, call) => {
    const session = await call.session()
    const own = await readOwnAdministrator(db, session)
    const deed = { actor: await readActor(call), now: clock.now(), session }
    return limitSignIns(limits, call, foldName(own.username), () =>
      confirmFactor(db, own, body.code, deed),
    )
  })
  serve(app, contract.removeFactor, async ({ body }, call) => {
    const { own, actor } = await verifyOwnPassword(
      call,
      body.presentPassword,
      'removing two-factor authentication',
    )
    await removeFactor(db, own, actor)
    return { message: 'Two-factor authentication is removed' }
  })
  serve(app, contract.changeOwnPassword, async ({ body }, call) => {
    const browser = await readBrowser(call)
    const own = await readOwnAdministrator(db, browser.session)
    const token = await limitSignIns(limits, call, foldName(own.username), async () =>
      changeOwnPassword(db, own, body, {
        actor: await readActor(call),
        browser,
        now: clock.now(),
      }),
    )
    call.keepSession(token)
    return { message: 'Your password is changed' }
  })

  serve(
    app,
    signInContract.changeRecoveryEmail,
    async ({ body: { email = null, presentPassword } }, call) => {
      const { own, actor } = await verifyOwnPassword(
        call,
        presentPassword,
        'changing the recovery email',
      )
      const { needsConfirmation } = mailRule()
      const deed = { actor, jobs, now: clock.now(), needsConfirmation }
      const changed = await changeRecoveryEmail(db, own, email, deed)
      return { ...changed, isMailSet: needsConfirmation }
    },
  )
  serve(app, contract.changeWeeklySummary, async ({ body: { isOn } }, call) => {
    const own = await readOwnAdministrator(db, await call.session())
    return changeWeeklySummary(db, own, isOn, { actor: await readActor(call), now: clock.now() })
  })
  serve(app, signInContract.confirmRecoveryEmail, async ({ body: { token } }, call) => {
    const own = await readOwnAdministrator(db, await call.session())
    const deed = { actor: await readActor(call), jobs, now: clock.now() }
    return confirmRecoveryEmail(db, own, await findLinkedRow(db, 'recovery_email', token), deed)
  })
}

/**
 * Adds the API routes that reset a password or accept an invitation by a mailed link. Only POST changes data, because
 * mail scanners follow links with GET.
 */
export function passwordLinkRoutes(app: FastifyInstance) {
  const { db, clock, jobs, limits } = app.deps
  const idOf = (token: string) => findLinkedRow(db, 'password', token)

  serve(app, signInContract.requestPasswordReset, async ({ body: { email } }, call) => {
    await limits.count('linkMails', call.addressKey)
    const now = clock.now()
    const own = await ownAllowances(db, call, email, now)
    const request = { kind: 'password_reset', email, allowances: own } as const
    await storeLinkRequest(db, request, { jobs, now })
    return resetOnItsWay
  })

  serve(app, signInContract.readPasswordLink, async ({ body: { token } }) => {
    const { administrator, purpose } = await findPasswordLink(db, await idOf(token), clock.now())
    return { username: administrator.username, purpose }
  })

  serve(
    app,
    signInContract.setPasswordByLink,
    async ({ body: { token, ...chosen } }, { address }) =>
      setPasswordByLink(db, await idOf(token), chosen, { address, now: clock.now() }),
  )
}

const resetOnItsWay = {
  message:
    'If this is the recovery email of an administrator, a link is on its way to it, or came within the last 15 minutes. One address gets four such emails an hour. No email? Ask another administrator or the operator of the server.',
}
