import type { FastifyInstance } from 'fastify'
import * as contract from '#features/webinars/contract.ts'
import {
  retryReport as retryReportContract,
  receiveZoomWebhook,
} from '#features/webinars/contract.ts'
import { serveSigned } from '#platform/http/serve-signed.ts'
import { serve } from '#platform/http/serve.ts'
import { retryReport } from './attendance-reports.ts'
import {
  getWebinarSeatSetup,
  listWebinarSeats,
  retryWebinarSeat,
  retryWebinarSeats,
} from './list-webinar-seats.ts'
import {
  handleZoomWebhook,
  answerChallenge,
  isSignedByZoom,
  readChallenge,
  readZoomSignature,
} from './zoom-webhook.ts'

/**
 * Adds the API routes by which the admin area lists and retries registrations in Zoom and retries attendance reports,
 * and the route that receives Zoom's webhook.
 */
export function webinarRoutes(app: FastifyInstance) {
  const { settings, db, jobs, clock } = app.deps
  const findSecret = () => settings().zoom?.webhookSecret

  serve(app, contract.listWebinarSeats, ({ query }) => listWebinarSeats(db, query))
  const context = () => ({ ...app.deps.time(), jobs, isConfigured: findSecret() !== undefined })
  serve(app, contract.retryWebinarSeat, ({ params }) =>
    retryWebinarSeat(db, params.registrationId, context()),
  )
  serve(app, contract.retryWebinarSeats, ({ body }) => retryWebinarSeats(db, body, context()))
  serve(app, retryReportContract, ({ params }) => retryReport(db, params.id, context()))
  serve(app, contract.getWebinarSeatSetup, () => getWebinarSeatSetup(settings()))

  serveSigned(app, receiveZoomWebhook, {
    mayBeSigned: (headers) => readZoomSignature(headers, clock.now()) !== undefined,
    isSigned({ headers, raw }) {
      const secret = findSecret()
      return secret !== undefined && isSignedByZoom(secret, headers, raw, clock.now())
    },
    async operation(body, { headers }) {
      const time = app.deps.time()
      const plainToken = readChallenge(body)
      const secret = findSecret()
      if (secret && plainToken) return answerChallenge(secret, plainToken)
      const { signature } = readZoomSignature(headers, time.now)!
      await handleZoomWebhook(db, body, { signature, jobs, ...time })
      return { message: 'Noted' }
    },
  })
}
