import type { FastifyInstance } from 'fastify'
import * as checks from '#shared/contract/event-checks.ts'
import * as editor from '#shared/contract/event-editor.ts'
import * as contract from '#shared/contract/events.ts'
import type { PublicEvent } from '#shared/contract/events.ts'
import type { Call } from '#server/http/call.ts'
import { readActor } from '#server/http/read-actor.ts'
import { serveCached } from '#server/http/serve-cached.ts'
import { serve } from '#server/http/serve.ts'
import { changeEvent } from './change-event.ts'
import { checkEvents } from './check-events.ts'
import { createEvent } from './create-event.ts'
import { deleteEvent, type CountUntold } from './delete-event.ts'
import {
  getCurrentEvent,
  listCompletedEvents,
  listEvents,
  listEventsForAdmin,
  listUpcomingEvents,
} from './list-events.ts'
import { presentPictures } from './present-pictures.ts'
import { readEventPage } from './read-event-page.ts'
import { removeSampleSeries } from './remove-sample-series.ts'

/** What event routes need of the mails: who still has to be told. */
type Given = { countUntold: CountUntold }

export function eventRoutes(app: FastifyInstance, given: Given) {
  const { db, time, pictures } = app.deps

  async function shown(events: Promise<PublicEvent[]>) {
    return (await events).map((event) => presentPictures(event, pictures.versioned))
  }

  serveCached(app, contract.getCurrentEvent, async () => {
    const current = await getCurrentEvent(db, time())
    return current && presentPictures(current, pictures.versioned)
  })
  serveCached(app, contract.listUpcomingEvents, () => shown(listUpcomingEvents(db, time())))
  serveCached(app, contract.listCompletedEvents, () => shown(listCompletedEvents(db, time())))
  serveCached(
    app,
    contract.listEvents,
    async (_input, call) =>
      (await call.session())?.isAdmin
        ? listEventsForAdmin(db, time())
        : shown(listEvents(db, time())),
    { unless: ({ isAdmin }) => isAdmin },
  )
  serve(app, contract.getEventPage, async ({ params: { slug } }) =>
    presentPictures(await readEventPage(db, slug, time()), pictures.versioned),
  )
  serve(app, checks.checkEvents, () => checkEvents(db, time(), pictures.isThere))
  eventEditorRoutes(app, given)
}

function eventEditorRoutes(app: FastifyInstance, { countUntold }: Given) {
  const { db, time, pictures, cache, jobs } = app.deps

  async function context(call: Call) {
    return { ...time(), actor: await readActor(call), keep: pictures.keepFrom }
  }

  /** The database tells every node that can listen; this one may be unable to. */
  async function changing<Result>(change: Promise<Result>) {
    const result = await change
    cache.clear()
    return result
  }

  serve(app, editor.createEvent, async ({ body }, call) =>
    changing(createEvent(db, body, await context(call))),
  )
  serve(app, editor.changeEvent, async ({ params, body }, call) => {
    const changed = await changing(changeEvent(db, params.id, body, await context(call)))
    // Its people are told at once, not at the next sweep: until then it cannot be deleted.
    if (body.cancelled) await jobs.send(db, 'sweep', [{}])
    return changed
  })
  serve(app, editor.deleteEvent, async ({ params, query }, call) =>
    changing(
      deleteEvent(db, params.id, {
        confirmed: query.registrations,
        countUntold,
        ...(await context(call)),
      }),
    ),
  )
  serve(app, editor.removeSampleSeries, async ({ query }, call) =>
    changing(removeSampleSeries(db, { confirmed: query.registrations, ...(await context(call)) })),
  )
}
