import type { FastifyInstance } from 'fastify'
import * as contract from '#features/announcements/contract.ts'
import { audienceKinds, isOfEvent } from '#kernel/audience-kinds.ts'
import type { MailKinds } from '#features/mails/server/mail-kind.ts'
import { siteOrigin } from '#features/mails/server/mail-setup.ts'
import { senderOf } from '#features/mails/server/mailer.ts'
import { readActor, type Call } from '#platform/http/call.ts'
import { serve } from '#platform/http/serve.ts'
import { approveAnnouncement, countNewcomers, stopOrResume, retryFailed } from './approve.ts'
import { countAudience, listAudience, listAudiences } from './audiences.ts'
import { previewAnnouncement, testAnnouncement } from './preview.ts'
import { listAnnouncements, readAnnouncement } from './read-announcement.ts'
import { listRecipients } from './recipients.ts'
import {
  changeAnnouncement,
  createAnnouncement,
  deleteAnnouncement,
} from './written-announcement.ts'

/** Adds the API routes by which the admin area lists, edits, tests and sends announcements. */
export function announcementRoutes(app: FastifyInstance, { kinds }: { kinds: MailKinds }) {
  const { config, db, jobs, settings, site, time } = app.deps
  const read = (id: number) =>
    readAnnouncement(db, id, { now: time().now, perSecond: settings().mailPerSecond })
  const deedOf = async (call: Call) => ({ actor: await readActor(call), time: time() })

  serve(app, contract.countAudience, async ({ body }) => ({
    count: await countAudience(db, body, time()),
  }))
  serve(app, contract.listAudience, ({ body }) => listAudience(db, body, time()))
  serve(app, contract.listAudiences, ({ query: { eventId } }) => {
    const kindsAsked = audienceKinds.filter((kind) => eventId !== undefined || !isOfEvent(kind))
    return listAudiences(db, kindsAsked, eventId, time())
  })

  serve(app, contract.listAnnouncements, ({ query }) => listAnnouncements(db, query, time().now))
  serve(app, contract.readAnnouncement, ({ params }) => read(params.id))
  serve(app, contract.createAnnouncement, async ({ body }, call) =>
    read(await createAnnouncement(db, body, await deedOf(call))),
  )
  serve(app, contract.changeAnnouncement, async ({ params, body }, call) => {
    await changeAnnouncement(db, params.id, body, await deedOf(call))
    return read(params.id)
  })
  serve(app, contract.deleteAnnouncement, async ({ params }, call) => {
    await deleteAnnouncement(db, params.id, await deedOf(call))
    return { id: params.id }
  })

  serve(app, contract.previewAnnouncement, ({ params, body }) => {
    const origin = siteOrigin({ ...config, ...settings() })
    const mailer = { from: senderOf(settings(), site().series.name) }
    const context = { kinds, site: site(), origin, mailer, time: time() }
    return previewAnnouncement(db, params.id, body.personKey ?? undefined, context)
  })
  serve(app, contract.testAnnouncement, async ({ params, body }, call) => {
    await testAnnouncement(db, jobs, params.id, body.to, await deedOf(call))
    return read(params.id)
  })

  serve(app, contract.countNewcomers, async ({ params }) => ({
    count: await countNewcomers(db, params.id, time()),
  }))
  serve(app, contract.approveAnnouncement, async ({ params, body }, call) => {
    await approveAnnouncement(db, params.id, body, await deedOf(call))
    return read(params.id)
  })
  serve(app, contract.stopAnnouncement, async ({ params }, call) => {
    await stopOrResume(db, params.id, true, await deedOf(call))
    return read(params.id)
  })
  serve(app, contract.resumeAnnouncement, async ({ params }, call) => {
    await stopOrResume(db, params.id, false, await deedOf(call))
    return read(params.id)
  })
  serve(app, contract.retryAnnouncement, async ({ params }, call) => ({
    mails: await retryFailed(db, jobs, params.id, await deedOf(call)),
  }))
  serve(app, contract.listRecipients, ({ params, query }) => listRecipients(db, params.id, query))
}
