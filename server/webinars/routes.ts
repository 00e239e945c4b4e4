import type { FastifyInstance } from 'fastify'
import { retryReport as retryReportContract } from '#shared/contract/desk-figures.ts'
import * as contract from '#shared/contract/seats.ts'
import { receiveZoomWebhook } from '#shared/contract/webhooks.ts'
import { serveSigned } from '#server/http/serve-signed.ts'
import { serve } from '#server/http/serve.ts'
import { getSeatSetup } from './get-seat-setup.ts'
import { handleZoomWebhook } from './hear-from-zoom.ts'
import { listSeats } from './list-seats.ts'
import { retryReport } from './repeat-report.ts'
import { retrySeat } from './repeat-seat.ts'
import { retrySeats } from './repeat-seats.ts'
import {
  answerChallenge,
  isSignedByZoom,
  readChallenge,
  readZoomSignature,
} from './zoom-signature.ts'

/** What the admin area sees and does of seats in webinars, and what Zoom tells of them. */
export function webinarRoutes(app: FastifyInstance) {
  const { config, db, jobs, clock, cache } = app.deps
  const secret = config.zoom?.webhookSecret

  serve(app, contract.listSeats, ({ query }) => listSeats(db, query))
  const context = () => ({ ...app.deps.time(), jobs, isConfigured: secret !== undefined })
  serve(app, contract.retrySeat, ({ params }) => retrySeat(db, params.registrationId, context()))
  serve(app, contract.retrySeats, ({ body }) => retrySeats(db, body, context()))
  serve(app, retryReportContract, ({ params }) => retryReport(db, params.id, context()))
  serve(app, contract.getSeatSetup, () => getSeatSetup(config))

  serveSigned(app, receiveZoomWebhook, {
    mayBeSigned: (headers) => readZoomSignature(headers, clock.now()) !== undefined,
    isSigned: ({ headers, raw }) =>
      secret !== undefined && isSignedByZoom(secret, headers, raw, clock.now()),
    async operation(body, { headers }) {
      const time = app.deps.time()
      const plainToken = readChallenge(body)
      if (secret && plainToken) return answerChallenge(secret, plainToken)
      const { signature } = readZoomSignature(headers, time.now)!
      const isNews = await handleZoomWebhook(db, body, { signature, jobs, ...time })
      // The database tells every node that can listen; this one may be unable to.
      if (isNews) cache.clear()
      return { message: 'Noted' }
    },
  })
}
