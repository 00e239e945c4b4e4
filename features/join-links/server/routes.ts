import type { FastifyInstance } from 'fastify'
import * as contract from '#features/join-links/contract.ts'
import { hourlyLimitNote, ownAllowances } from '#features/mails/server/link-mails.ts'
import { storeLinkRequest } from '#features/mails/server/link-requests.ts'
import { readActor } from '#platform/http/call.ts'
import { serve } from '#platform/http/serve.ts'
import { findLinkedRow } from '#platform/signed-links/signed-links.ts'
import type { LinkAllowance } from '#schema/mails.ts'
import { findJoinPath } from './caller-registration.ts'
import { readJoinPage, takeJoinLink } from './join-page.ts'
import { sendJoinLink } from './send-join-link.ts'

/** Adds the API routes of the join page, and those that mail a join link. */
export function joinLinkRoutes(app: FastifyInstance) {
  const { settings, db, jobs, limits, pictures, site } = app.deps

  const pageContext = () => ({
    ...app.deps.time(),
    display: site().display,
    isConfigured: settings().zoom !== undefined,
    versioned: pictures.versioned,
  })
  serve(app, contract.readJoinPage, async ({ params }) =>
    readJoinPage(db, await findLinkedRow(db, 'join', params.token), pageContext()),
  )
  serve(app, contract.takeJoinLink, async ({ body }) =>
    takeJoinLink(db, await findLinkedRow(db, 'join', body.token), pageContext()),
  )

  serve(app, contract.findJoinPath, async ({ body: { eventId, token } }, call) =>
    findJoinPath(db, eventId, { token, session: await call.session(), ...app.deps.time() }),
  )

  serve(app, contract.requestJoinLink, async ({ body }, call) => {
    await limits.count('linkMails', call.addressKey)
    const { now } = app.deps.time()
    const own = await ownAllowances(db, call, body.email, now)
    const allowances: LinkAllowance[] = ['event_day', ...own]
    const request = { kind: 'join_link', ...body, allowances } as const
    await storeLinkRequest(db, request, { jobs, now })
    return joinLinkOnItsWay
  })

  serve(app, contract.sendJoinLink, async ({ params }, call) =>
    sendJoinLink(db, params.id, { jobs, actor: await readActor(call), ...app.deps.time() }),
  )
}

const joinLinkOnItsWay = {
  message: `If this email is registered for an event today, the link is on its way or was sent within the last hour. Please check your inbox. ${hourlyLimitNote}`,
}
