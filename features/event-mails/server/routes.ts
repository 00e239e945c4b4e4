import type { FastifyInstance } from 'fastify'
import * as contract from '#features/event-mails/contract.ts'
import * as events from '#features/events/contract.ts'
import { changeEventReminders, readEventReminders } from '#features/events/server/reminder-times.ts'
import { listHeldMails } from '#features/mails/server/held-mails.ts'
import type { MailKinds } from '#features/mails/server/mail-kind.ts'
import { siteOrigin } from '#features/mails/server/mail-setup.ts'
import { type Call, readActor } from '#platform/http/call.ts'
import { serve } from '#platform/http/serve.ts'
import { deleteEvent } from './delete-event.ts'
import { changeEventFollowUps, readEventFollowUps } from './event-follow-ups.ts'
import { listPlannedMails } from './planned-mails.ts'
import {
  previewCreation,
  previewCreationMail,
  previewEventMail,
  previewStatusChanges,
} from './preview-event-changes.ts'
import { saveEvent, saveNewEvent } from './save-event.ts'
import { sendHeldMails, stopHeldMails } from './stop-held-mails.ts'

/** Adds the API routes that save and delete events, and those that preview, stop or send the resulting mails. */
export function eventMailRoutes(app: FastifyInstance, { kinds }: { kinds: MailKinds }) {
  const { config, settings, db, jobs, site, time, pictures } = app.deps
  const context = () => ({ ...time(), kinds })
  const isSending = () => settings().smtpUrl !== undefined
  const origin = () => siteOrigin({ ...config, ...settings() })

  async function saving(call: Call) {
    return { ...context(), actor: await readActor(call), keep: pictures.keepFrom }
  }

  serve(app, events.createEvent, async ({ body }, call) =>
    saveNewEvent(db, body, await saving(call)),
  )
  serve(app, events.changeEvent, async ({ params, body }, call) =>
    saveEvent(db, params.id, body, { ...(await saving(call)), jobs }),
  )
  serve(app, events.deleteEvent, async ({ params, query }, call) => {
    const confirmed = query.registrations
    return deleteEvent(db, params.id, { ...context(), actor: await readActor(call), confirmed })
  })
  serve(app, contract.previewStatusChanges, ({ params, body }) =>
    previewStatusChanges(db, params.id, body, {
      ...context(),
      isSending: isSending(),
    }),
  )
  serve(app, contract.previewCreation, ({ body }) =>
    previewCreation(db, body, { ...context(), isSending: isSending() }),
  )
  serve(app, contract.previewCreationMail, ({ body }) =>
    previewCreationMail(db, body, { ...context(), site: site(), origin: origin() }),
  )
  serve(app, contract.previewMail, ({ params, body }) =>
    previewEventMail(db, params.id, body, { ...context(), site: site(), origin: origin() }),
  )
  serve(app, contract.listPlannedMails, ({ params }) => listPlannedMails(db, params.id, context()))
  serve(app, contract.getEventReminders, ({ params }) => readEventReminders(db, params.id))
  serve(app, contract.changeEventReminders, async ({ params, body }, call) =>
    changeEventReminders(db, params.id, body.minutes, { ...time(), actor: await readActor(call) }),
  )
  serve(app, contract.getEventFollowUps, ({ params }) => readEventFollowUps(db, params.id))
  serve(app, contract.changeEventFollowUps, async ({ params, body }, call) =>
    changeEventFollowUps(db, params.id, body.sends, { ...time(), actor: await readActor(call) }),
  )
  serve(app, contract.listHeldMails, () => listHeldMails(db))
  serve(app, contract.stopHeldMails, async ({ params, body }, call) =>
    stopHeldMails(db, params.id, body.restore ?? false, {
      ...context(),
      jobs,
      actor: await readActor(call),
    }),
  )
  serve(app, contract.sendHeldMails, async ({ params }, call) =>
    sendHeldMails(db, params.id, { jobs, actor: await readActor(call), now: time().now }),
  )
}
