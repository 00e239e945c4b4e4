import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as contract from '#shared/contract/links.ts'
import { takeSeat } from '#shared/contract/person-acts.ts'
import { topicOf } from '#shared/messages.ts'
import type { Call } from '#server/http/call.ts'
import { countCall } from '#server/http/count-call.ts'
import { readActor } from '#server/http/read-actor.ts'
import { serve } from '#server/http/serve.ts'
import type { LinkUse } from '#server/link-tokens/link-token.ts'
import { confirmSeat } from './confirm-seat.ts'
import { findLinkedRow } from './find-linked-row.ts'
import { findWayIn } from './find-way-in.ts'
import { openVerifiedSession } from './open-verified-session.ts'
import { readSeat } from './read-seat.ts'
import { requestLink } from './request-link.ts'
import { restoreSubscription } from './restore-subscription.ts'
import { takeJoinLink } from './take-join-link.ts'
import { findLinkedDelivery, unsubscribeByLink } from './unsubscribe-by-link.ts'

const onItsWay = {
  message: 'If this address is with us, the link is on its way to it. Please look in your mailbox.',
}

/** Where the links in mails lead, and the calls behind them. */
export function linkRoutes(app: FastifyInstance) {
  const { config, db, clock, jobs, limits, pictures, site } = app.deps
  const context = () => ({ ...app.deps.time(), jobs, display: site.display })
  const countOne = (call: Call) => limits.count('linkMails', call.addressKey)
  const idOf = (use: LinkUse, { token }: { token: string }) => findLinkedRow(db, use, token)

  serve(app, contract.takeJoinLink, async ({ body }) =>
    takeJoinLink(db, await idOf('join', body), {
      ...context(),
      isConfigured: config.zoom !== undefined,
      versioned: pictures.versioned,
    }),
  )

  serve(app, contract.findWayIn, async ({ body: { eventId, token } }, call) =>
    findWayIn(db, eventId, { token, session: await call.session(), ...app.deps.time() }),
  )

  serve(app, contract.readSeat, async ({ body }) =>
    readSeat(db, await idOf('seat', body), context()),
  )

  serve(app, contract.confirmSeat, async ({ body }) =>
    confirmSeat(db, await idOf('seat', body), context()),
  )

  serve(app, takeSeat, async ({ params }, call) =>
    confirmSeat(db, params.id, { ...context(), actor: await readActor(call) }),
  )

  serve(app, contract.openVerifiedSession, async ({ body }, call) => {
    const id = await idOf('enter', body)
    const where = { session: await call.session(), now: clock.now() }
    const { token, email } = await openVerifiedSession(db, id, where)
    call.keepSession(token)
    return { email }
  })

  serve(app, contract.unsubscribeByLink, async ({ body }) =>
    unsubscribeByLink(db, jobs, await idOf('unsubscribe', body), body.topics),
  )

  serve(app, contract.restoreSubscription, async ({ body }) =>
    restoreSubscription(db, await idOf('resubscribe', body), context(), body.topics),
  )

  serve(app, contract.requestResubscribeLink, async ({ body }, call) => {
    await countOne(call)
    const { email, kind } = await findLinkedDelivery(db, await idOf('unsubscribe', body))
    const topics = body.topics ?? [topicOf(kind) ?? 'news']
    await requestLink(db, { kind: 'resubscribe_link', email, topics }, context())
    return onItsWay
  })

  serve(app, contract.requestJoinLink, async ({ body }, call) => {
    await countOne(call)
    await requestLink(db, { kind: 'join_link', ...body }, context())
    return onItsWay
  })

  serve(app, contract.requestLibraryLink, async ({ body }, call) => {
    await countOne(call)
    await requestLink(db, { kind: 'library_link', ...body }, context())
    return onItsWay
  })

  void app.register(async (scope) => oneClickRoute(scope, idOf))
}

/**
 * What a mail reader posts for List-Unsubscribe: from anywhere and with any body, authorised by the
 * token alone. Specification, "Links in mails".
 */
function oneClickRoute(
  app: FastifyInstance,
  idOf: (use: LinkUse, body: { token: string }) => Promise<number | undefined>,
) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 10_000 }, (_request, _body, done) =>
    done(null, {}),
  )
  app.route({
    method: 'POST',
    url: '/unsubscribe/:token',
    schema: { hide: true },
    onRequest: countCall,
    async handler(request: FastifyRequest<{ Params: { token: string } }>) {
      const { db, jobs } = app.deps
      await unsubscribeByLink(db, jobs, await idOf('unsubscribe', request.params))
      return { message: 'You are unsubscribed' }
    },
  })
}
