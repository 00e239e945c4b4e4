import type { FastifyInstance } from 'fastify'
import * as contract from '#features/crew/contract.ts'
import * as events from '#features/events/contract.ts'
import { type Call, readActor } from '#platform/http/call.ts'
import { serve } from '#platform/http/serve.ts'
import { memoizeByInput } from '#platform/settings/settings-store.ts'
import { createZoomClient } from '#features/webinars/server/zoom-client.ts'
import { createRoomOpener, markCrewQuestion, readCrewBoard, readCrewPage } from './crew-page.ts'
import { copyEventWithCrew } from './copy-event.ts'
import { addCrewMember, changeCrewMember, listCrew, removeCrewMember } from './crew.ts'
import { createHostRoomOpener } from './host-room.ts'
import {
  answerAboutRecording,
  changeRecordingApproval,
  readGuestRecording,
  readRecordingApproval,
  releaseWithoutApproval,
} from './recording-approval.ts'

/** Adds the API routes by which the admin area manages the crew, and those of a crew member's page. */
export function crewRoutes(app: FastifyInstance) {
  const { settings, db, clock, jobs, pictures, site, time } = app.deps
  const findZoom = memoizeByInput(
    () => settings().zoom,
    (zoom) => zoom && createZoomClient(zoom, clock),
  )
  const context = async (call: Call) => ({ actor: await readActor(call), jobs, now: clock.now() })

  serve(app, contract.listCrew, ({ params }) => listCrew(db, params.id))
  serve(app, contract.addCrewMember, async ({ params, body }, call) =>
    addCrewMember(db, params.id, body, await context(call)),
  )
  serve(app, contract.changeCrewMember, async ({ params, body }, call) =>
    changeCrewMember(db, params.id, body, { ...time(), ...(await context(call)) }),
  )
  serve(app, contract.removeCrewMember, async ({ params }, call) =>
    removeCrewMember(db, params.id, { ...time(), ...(await context(call)) }),
  )

  serve(app, events.copyEvent, async ({ params, body }, call) =>
    copyEventWithCrew(db, params.id, body, { ...time(), ...(await context(call)) }),
  )

  serve(app, contract.readCrewPage, ({ body }) =>
    readCrewPage(db, body.token, {
      ...time(),
      display: site().display,
      isConfigured: settings().zoom !== undefined,
      versioned: pictures.versioned,
    }),
  )
  const openHostRoom = createHostRoomOpener(db, findZoom)
  serve(app, contract.openHostRoom, ({ params }) => openHostRoom(params.id))
  const openRoom = createRoomOpener(db, findZoom)
  serve(app, contract.openCrewRoom, ({ body }) => openRoom(body.token, time()))
  serve(app, contract.readCrewBoard, ({ body }) =>
    readCrewBoard(db, body.token, { display: site().display, now: clock.now() }),
  )
  serve(app, contract.markCrewQuestion, ({ params, body }) =>
    markCrewQuestion(db, params.id, { ...body, now: clock.now() }),
  )

  serve(app, contract.getRecordingApproval, ({ params }) => readRecordingApproval(db, params.id))
  serve(app, contract.changeRecordingApproval, async ({ params, body }, call) =>
    changeRecordingApproval(db, params.id, body.isNeeded, { ...time(), ...(await context(call)) }),
  )
  serve(app, contract.releaseUnapproved, async ({ params }, call) =>
    releaseWithoutApproval(db, params.id, { ...time(), ...(await context(call)) }),
  )
  serve(app, contract.readGuestRecording, ({ body }) => readGuestRecording(db, body.token, time()))
  serve(app, contract.answerRecording, ({ body: { token, ...answer } }) =>
    answerAboutRecording(db, token, answer, time()),
  )
}
