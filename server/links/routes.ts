import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as contract from '#shared/contract/links.ts'
import { confirmForPerson } from '#shared/contract/person-acts.ts'
import { topicOf } from '#shared/messages.ts'
import { countCall } from '#server/http/count-call.ts'
import { readActor } from '#server/http/read-actor.ts'
import { serve } from '#server/http/serve.ts'
import { checkKnownEmail } from '#server/session/check-known-email.ts'
import { confirmRegistration } from './confirm-seat.ts'
import { hasRegistrationToday } from './find-caller-seat.ts'
import { findLinkedRow } from './find-linked-row.ts'
import { findJoinPath } from './find-way-in.ts'
import { openVerifiedSession } from './open-verified-session.ts'
import { readRegistrationOffer } from './read-seat.ts'
import { requestLink } from './request-link.ts'
import { restoreSubscription } from './restore-subscription.ts'
import { takeJoinLink } from './take-join-link.ts'
import { findLinkedOutboxEntry, unsubscribeByLink } from './unsubscribe-by-link.ts'

const onItsWay = {
  message: 'If this address is with us, the link is on its way to it. Please look in your mailbox.',
}

/** The join link in a mail, and how one is asked for. */
export function joinLinkRoutes(app: FastifyInstance) {
  const { config, db, jobs, limits, pictures, site } = app.deps

  serve(app, contract.takeJoinLink, async ({ body }) =>
    takeJoinLink(db, await findLinkedRow(db, 'join', body.token), {
      ...app.deps.time(),
      display: site.display,
      isConfigured: config.zoom !== undefined,
      versioned: pictures.versioned,
    }),
  )

  serve(app, contract.findJoinPath, async ({ body: { eventId, token } }, call) =>
    findJoinPath(db, eventId, { token, session: await call.session(), ...app.deps.time() }),
  )

  serve(app, contract.requestJoinLink, async ({ body }, call) => {
    await limits.count('linkMails', call.addressKey)
    const time = app.deps.time()
    if (await hasRegistrationToday(db, body, time)) {
      await requestLink(db, { kind: 'join_link', ...body }, { jobs, now: time.now })
    }
    return onItsWay
  })
}

/** The page of a seat link, and the same done by an administrator. */
export function confirmationRoutes(app: FastifyInstance) {
  const { db, jobs, site } = app.deps
  const context = () => ({ now: app.deps.time().now, jobs, display: site.display })
  const idOf = ({ token }: { token: string }) => findLinkedRow(db, 'seat', token)

  serve(app, contract.readRegistrationOffer, async ({ body }) =>
    readRegistrationOffer(db, await idOf(body), context()),
  )

  serve(app, contract.confirmRegistration, async ({ body }) =>
    confirmRegistration(db, await idOf(body), context()),
  )

  serve(app, confirmForPerson, async ({ params }, call) =>
    confirmRegistration(db, params.id, { ...context(), actor: await readActor(call) }),
  )
}

/** The link in a mail that signs somebody in, and how one is asked for. */
export function enterLinkRoutes(app: FastifyInstance) {
  const { db, clock, jobs, limits } = app.deps

  serve(app, contract.openVerifiedSession, async ({ body }, call) => {
    const id = await findLinkedRow(db, 'enter', body.token)
    const where = { session: await call.session(), now: clock.now() }
    const { token, email } = await openVerifiedSession(db, id, where)
    call.keepSession(token)
    return { email }
  })

  serve(app, contract.requestLibraryLink, async ({ body }, call) => {
    await limits.count('linkMails', call.addressKey)
    if (await checkKnownEmail(db, body.email)) {
      await requestLink(db, { kind: 'library_link', ...body }, { jobs, now: clock.now() })
    }
    return onItsWay
  })
}

/** Leaving mails behind, and taking that back. */
export function subscriptionRoutes(app: FastifyInstance) {
  const { db, clock, jobs, limits } = app.deps
  const context = () => ({ jobs, now: clock.now() })
  const idOf = ({ token }: { token: string }) => findLinkedRow(db, 'unsubscribe', token)

  serve(app, contract.unsubscribeByLink, async ({ body }) =>
    unsubscribeByLink(db, jobs, await idOf(body), body.topics),
  )

  serve(app, contract.restoreSubscription, async ({ body }) => {
    const id = await findLinkedRow(db, 'resubscribe', body.token)
    return restoreSubscription(db, id, context(), body.topics)
  })

  serve(app, contract.requestResubscribeLink, async ({ body }, call) => {
    await limits.count('linkMails', call.addressKey)
    const { email, kind } = await findLinkedOutboxEntry(db, await idOf(body))
    const topics = body.topics ?? [topicOf(kind) ?? 'news']
    await requestLink(db, { kind: 'resubscribe_link', email, topics }, context())
    return onItsWay
  })

  void app.register(async (scope) => oneClickRoute(scope))
}

/**
 * What a mail reader posts for List-Unsubscribe: from anywhere and with any body, authorised by the
 * token alone. Specification, "Links in mails".
 */
function oneClickRoute(app: FastifyInstance) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 10_000 }, (_request, _body, done) =>
    done(null, {}),
  )
  app.route({
    method: 'POST',
    url: '/unsubscribe/:token',
    schema: { hide: true },
    onRequest: countCall,
    async handler({ params }: FastifyRequest<{ Params: { token: string } }>) {
      const { db, jobs } = app.deps
      await unsubscribeByLink(db, jobs, await findLinkedRow(db, 'unsubscribe', params.token))
      return { message: 'You are unsubscribed' }
    },
  })
}
