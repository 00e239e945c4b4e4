import type { FastifyInstance } from 'fastify'
import * as contract from '#features/questions/contract.ts'
import { boardTimes } from '#features/questions/rules.ts'
import type { Call } from '#platform/http/call.ts'
import { createResponseCache } from '#platform/http/response-cache.ts'
import { commonHeaders } from '#platform/http/security-headers.ts'
import { serveCached } from '#platform/http/serve-cached.ts'
import { serve } from '#platform/http/serve.ts'
import { askQuestion, readOwnQuestions, takeVote } from './own-questions.ts'
import { listSharedQuestions, markQuestion, readQuestionBoard } from './question-board.ts'

/** The questions of an event: asked and voted for by registrants, sorted out by those who hold it. */
export function questionRoutes(app: FastifyInstance) {
  const { settings, db, clock, site, time } = app.deps

  async function caller(call: Call, token: string | null | undefined) {
    return { token, session: await call.session(), ...time() }
  }

  // Kept for a moment only, on each node: nobody has to tell the others of every vote, and a hall full of
  // people who look every few seconds costs one look into the database.
  const boards = createResponseCache({
    clock,
    nextChange: (now) => Promise.resolve(new Date(now.getTime() + boardTimes.keptMs)),
    headers: () => commonHeaders(settings().publicUrl),
  })
  serveCached(
    app,
    contract.listSharedQuestions,
    ({ params }) => listSharedQuestions(db, params.id, clock.now()),
    { cache: boards },
  )

  serve(app, contract.readOwnQuestions, async ({ body: { eventId, token } }, call) =>
    readOwnQuestions(db, eventId, await caller(call, token)),
  )
  serve(app, contract.askQuestion, async ({ body: { token, ...question } }, call) =>
    askQuestion(
      db,
      { ...question, isShared: question.isShared === true },
      await caller(call, token),
    ),
  )
  serve(app, contract.voteForQuestion, async ({ params, body: { token, isFor } }, call) =>
    takeVote(db, { ...params, isFor }, await caller(call, token)),
  )
  serve(app, contract.readQuestionBoard, ({ params }) =>
    readQuestionBoard(db, params.id, site().display),
  )
  serve(app, contract.markQuestion, ({ params, body }) => markQuestion(db, params.id, body))
}
