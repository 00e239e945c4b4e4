import type { FastifyInstance } from 'fastify'
import * as contract from '#features/form-questions/contract.ts'
import type { SentQuestion } from '#features/form-questions/contract.ts'
import { type Call, readActor } from '#platform/http/call.ts'
import { serve } from '#platform/http/serve.ts'
import { listCurrentQuestions } from './answers.ts'
import { entityTagOf, listFormQuestions, replaceFormQuestions } from './question-lists.ts'

/** Adds the API routes by which administrators read and change the questions of registration forms. */
export function formQuestionRoutes(app: FastifyInstance) {
  const { db, clock } = app.deps

  async function list(eventId: number | null, call: Call) {
    const listed = await listFormQuestions(db, eventId)
    call.setEntityTag(entityTagOf(listed))
    return listed
  }

  async function replace(eventId: number | null, sent: SentQuestion[], call: Call) {
    const { ifMatch } = call
    const deed = { actor: await readActor(call), now: clock.now(), ifMatch }
    const saved = await replaceFormQuestions(db, eventId, sent, deed)
    call.setEntityTag(entityTagOf(saved))
    return saved
  }

  serve(app, contract.listSeriesFormQuestions, (_, call) => list(null, call))
  serve(app, contract.replaceSeriesFormQuestions, ({ body }, call) => replace(null, body, call))
  serve(app, contract.listImportableQuestions, () => listCurrentQuestions(db))
  serve(app, contract.listFormQuestions, ({ params }, call) => list(params.id, call))
  serve(app, contract.replaceFormQuestions, ({ params, body }, call) =>
    replace(params.id, body, call),
  )
}
