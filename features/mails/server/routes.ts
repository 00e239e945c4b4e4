import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as contract from '#features/mails/contract.ts'
import { readActor, isFromRole } from '#platform/http/call.ts'
import { countCall } from '#platform/http/rate-limits.ts'
import { serve } from '#platform/http/serve.ts'
import { findLinkedRow, readLinkKey } from '#platform/signed-links/signed-links.ts'
import { linkOnItsWay, ownAllowances, planLink } from './link-mails.ts'
import type { MailKinds } from './mail-kind.ts'
import { getMailSetup, siteOrigin } from './mail-setup.ts'
import { senderOf } from './mailer.ts'
import { listOutboxEntries, retryOutboxEntries, retryOutboxEntry, sendAgain } from './outbox.ts'
import { readSentMail } from './sent-mail.ts'
import { restoreSubscription, findLinkedOutboxEntry, unsubscribeByLink } from './subscriptions.ts'

type Given = { kinds: MailKinds }

/** Adds the API routes of the outbox page in the admin area: list mails, show one, retry and send again. */
export function mailRoutes(app: FastifyInstance, { kinds }: Given) {
  const { config, settings, db, jobs, site } = app.deps

  serve(app, contract.listOutboxEntries, ({ query }) => listOutboxEntries(db, query))
  serve(app, contract.readOutboxEntry, async ({ params }, call) =>
    readSentMail(db, params.id, {
      kinds,
      site: site(),
      origin: siteOrigin({ ...config, ...settings() }),
      linkKey: await readLinkKey(db),
      from: senderOf(settings(), site().series.name),
      isZoomConnected: settings().zoom !== undefined,
      mayEdit: await isFromRole(call, 'editor'),
    }),
  )
  serve(app, contract.retryOutboxEntry, ({ params }) => retryOutboxEntry(db, jobs, params.id))
  serve(app, contract.sendAgain, async ({ params }, call) => {
    const actor = await readActor(call)
    return sendAgain(db, { jobs, kinds }, params.id, { actor, now: app.deps.time().now })
  })
  serve(app, contract.retryOutboxEntries, ({ body }) => retryOutboxEntries(db, jobs, body))
  serve(app, contract.getMailSetup, () => {
    const found = { ...config, ...settings() }
    return getMailSetup(db, { config: found, from: senderOf(found, site().series.name) })
  })
}

/** Adds the API routes that unsubscribe and resubscribe a reader by a link in a mail. */
export function subscriptionRoutes(app: FastifyInstance, { kinds }: Given) {
  const { db, clock, jobs, limits } = app.deps
  const context = () => ({ jobs, kinds, now: clock.now() })
  const idOf = ({ token }: { token: string }) => findLinkedRow(db, 'unsubscribe', token)

  serve(app, contract.unsubscribeByLink, async ({ body }) =>
    unsubscribeByLink(db, { jobs, kinds }, await idOf(body), body.topics),
  )

  serve(app, contract.restoreSubscription, async ({ body }) => {
    const id = await findLinkedRow(db, 'resubscribe', body.token)
    return restoreSubscription(db, id, context(), body.topics)
  })

  serve(app, contract.requestResubscribeLink, async ({ body }, call) => {
    await limits.count('linkMails', call.addressKey)
    const { email, kind } = await findLinkedOutboxEntry(db, await idOf(body))
    const topics = body.topics ?? [kinds[kind].topic ?? 'news']
    const own = await ownAllowances(db, call, email, clock.now())
    const wish = { kind: 'resubscribe_link', email, topics, own } as const
    await db.transaction((tx) => planLink(tx, wish, context()))
    return linkOnItsWay
  })

  void app.register(async (scope) => oneClickRoute(scope, kinds))
}

/**
 * Handles the POST that mail clients send for List-Unsubscribe=One-Click (RFC 8058). Accepts any origin and
 * body, because the token in the URL alone authorises the request.
 */
function oneClickRoute(app: FastifyInstance, kinds: MailKinds) {
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
      await unsubscribeByLink(
        db,
        { jobs, kinds },
        await findLinkedRow(db, 'unsubscribe', params.token),
      )
      return { message: 'You are unsubscribed' }
    },
  })
}
