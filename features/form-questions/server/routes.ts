import type { FastifyInstance } from 'fastify'
import * as contract from '#features/form-questions/contract.ts'
import { type Call, readActor } from '#platform/http/call.ts'
import { serve } from '#platform/http/serve.ts'
import { listFormQuestions, replaceFormQuestions } from './question-lists.ts'

/** Adds the API routes by which administrators read and change the questions of registration forms. */
export function formQuestionRoutes(app: FastifyInstance) {
  const { db, clock } = app.deps
  const deed = async (call: Call) => ({ actor: await readActor(call), now: clock.now() })

  serve(app, contract.listSeriesFormQuestions, () => listFormQuestions(db, null))
  serve(app, contract.replaceSeriesFormQuestions, async ({ body }, call) =>
    replaceFormQuestions(db, null, body, await deed(call)),
  )
  serve(app, contract.listFormQuestions, ({ params }) => listFormQuestions(db, params.id))
  serve(app, contract.replaceFormQuestions, async ({ params, body }, call) =>
    replaceFormQuestions(db, params.id, body, await deed(call)),
  )
}
