import type { FastifyInstance } from 'fastify'
import { Refusal } from '#server/refusal.ts'

/** Far more than any of the forms holds. */
const largestForm = 64 * 1024

/** In this scope a form is the only body there is. Specification, "Calls". */
export function acceptOnlyForms(scope: FastifyInstance) {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: largestForm },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
  scope.addContentTypeParser('*', (_request, _payload, done) =>
    done(
      new Refusal('not_json', {
        message: 'The body must be a form (application/x-www-form-urlencoded)',
      }),
    ),
  )
}
