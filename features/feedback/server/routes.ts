import type { FastifyInstance } from 'fastify'
import * as contract from '#features/feedback/contract.ts'
import { readActor } from '#platform/http/call.ts'
import { serveCached } from '#platform/http/serve-cached.ts'
import { serve } from '#platform/http/serve.ts'
import { findLinkedRow } from '#platform/signed-links/signed-links.ts'
import { giveAnswer, noteOpening, readAnswerPage } from './answers.ts'
import {
  changeEventFeedback,
  changeSeriesFeedback,
  readEventFeedback,
  readSeriesFeedback,
} from './feedback-settings.ts'
import { listQuotes, publishQuote, readQuotePage, removeQuote, withdrawQuote } from './quotes.ts'
import { listFeedback, readEventAnswers } from './results.ts'

export function feedbackRoutes(app: FastifyInstance) {
  const { db, clock, jobs } = app.deps
  const registrationOf = ({ token }: { token: string }) => findLinkedRow(db, 'answer', token)

  serve(app, contract.readAnswerPage, async ({ params }) =>
    readAnswerPage(db, await registrationOf(params)),
  )
  serve(app, contract.giveAnswer, async ({ params, body }) =>
    giveAnswer(db, await registrationOf(params), { ...body, now: clock.now() }),
  )
  serve(app, contract.noteOpening, async ({ params }) =>
    noteOpening(db, await registrationOf(params), clock.now()),
  )
  const answerOf = ({ token }: { token: string }) => findLinkedRow(db, 'quote', token)
  serveCached(app, contract.listQuotes, () => listQuotes(db))
  serve(app, contract.readQuotePage, async ({ params }) =>
    readQuotePage(db, await answerOf(params)),
  )
  serve(app, contract.withdrawQuote, async ({ params }) =>
    withdrawQuote(db, await answerOf(params)),
  )
  serve(app, contract.publishQuote, async ({ params, body }, call) =>
    publishQuote(db, params.id, body, { actor: await readActor(call), now: clock.now(), jobs }),
  )
  serve(app, contract.removeQuote, async ({ params }, call) =>
    removeQuote(db, params.id, { actor: await readActor(call), now: clock.now() }),
  )
  serve(app, contract.getSeriesFeedback, () => readSeriesFeedback(db))
  serve(app, contract.changeSeriesFeedback, async ({ body }, call) =>
    changeSeriesFeedback(db, body, { actor: await readActor(call), now: clock.now() }),
  )
  serve(app, contract.getEventFeedback, ({ params }) => readEventFeedback(db, params.id))
  serve(app, contract.changeEventFeedback, async ({ params, body }, call) =>
    changeEventFeedback(db, params.id, body, { actor: await readActor(call), now: clock.now() }),
  )
  serve(app, contract.getEventAnswers, ({ params }) => readEventAnswers(db, params.id))
  serve(app, contract.listFeedback, () => listFeedback(db))
}
