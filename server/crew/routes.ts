import type { FastifyInstance } from 'fastify'
import * as contract from '#shared/contract/crew.ts'
import type { Call } from '#server/http/call.ts'
import { readActor } from '#server/http/read-actor.ts'
import { serve } from '#server/http/serve.ts'
import { addCrewMember } from './add-crew-member.ts'
import { changeCrewMember } from './change-crew-member.ts'
import { createRoomOpener } from './create-crew-way.ts'
import { listCrew } from './list-crew.ts'
import { markCrewQuestion, readCrewBoard } from './read-crew-board.ts'
import { readCrewPage } from './read-crew-page.ts'
import { removeCrewMember } from './remove-crew-member.ts'

/** Who holds an event: named in the admin area, and at their own page by the token of their link. */
export function crewRoutes(app: FastifyInstance) {
  const { config, db, clock, jobs, pictures, site, time } = app.deps
  const { zoom } = config
  const context = async (call: Call) => ({ actor: await readActor(call), jobs, now: clock.now() })

  serve(app, contract.listCrew, ({ params }) => listCrew(db, params.id))
  serve(app, contract.addCrewMember, async ({ params, body }, call) =>
    addCrewMember(db, params.id, body, await context(call)),
  )
  serve(app, contract.changeCrewMember, async ({ params, body }, call) =>
    changeCrewMember(db, params.id, body, await context(call)),
  )
  serve(app, contract.removeCrewMember, async ({ params }, call) =>
    removeCrewMember(db, params.id, await context(call)),
  )

  serve(app, contract.readCrewPage, ({ body }) =>
    readCrewPage(db, body.token, {
      ...time(),
      display: site.display,
      isConfigured: zoom !== undefined,
      versioned: pictures.versioned,
    }),
  )
  const openRoom = createRoomOpener(db, { zoom, clock })
  serve(app, contract.openCrewRoom, ({ body }) => openRoom(body.token, time()))
  serve(app, contract.readCrewBoard, ({ body }) => readCrewBoard(db, body.token, site.display))
  serve(app, contract.markCrewQuestion, ({ params, body }) => markCrewQuestion(db, params.id, body))
}
