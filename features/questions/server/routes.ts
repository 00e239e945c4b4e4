import type { FastifyInstance } from 'fastify'
import * as contract from '#features/questions/contract.ts'
import { boardTimes } from '#features/questions/rules.ts'
import type { Call } from '#platform/http/call.ts'
import { createResponseCache } from '#platform/http/response-cache.ts'
import { commonHeaders } from '#platform/http/security-headers.ts'
import { serveCached } from '#platform/http/serve-cached.ts'
import { serve } from '#platform/http/serve.ts'
import { askQuestion, readOwnQuestions, setVote } from './own-questions.ts'
import { listSharedQuestions, markQuestion, readQuestionBoard } from './question-board.ts'

/** Adds the API routes by which registrants ask and vote, and the organiser marks questions. */
export function questionRoutes(app: FastifyInstance) {
  const { settings, db, clock, site, time } = app.deps

  async function caller(call: Call, token: string | null | undefined) {
    return { token, session: await call.session(), ...time() }
  }

  // Each node caches the questions for 1.5 seconds. Votes then need no notification of other nodes, and hundreds of
  // polling visitors cause one query.
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
    setVote(db, { ...params, isFor }, await caller(call, token)),
  )
  serve(app, contract.readQuestionBoard, ({ params }) =>
    readQuestionBoard(db, params.id, site().display),
  )
  serve(app, contract.markQuestion, ({ params, body }) => markQuestion(db, params.id, body))
}
