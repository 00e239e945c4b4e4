import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { findDatabaseTrouble } from '#server/db/database-trouble.ts'
import { invalidInput, isRefusal, Refusal } from '#server/refusal.ts'
import { refuseForNow } from './refuse-for-now.ts'

/** `/eventIds/0` → `eventIds.0`; the whole body or query where no field is named. */
function fieldName(instancePath: string, context: string | undefined) {
  return instancePath.split('/').filter(Boolean).join('.') || (context ?? 'body')
}

function malformed(status: number, field: 'body' | 'address', message: string) {
  return new Refusal(status, message, { errors: [{ field, message }] })
}

const noJson = () => malformed(400, 'body', 'The body is not valid JSON')

/** The refusals that Fastify itself makes before an operation is reached, in our words. */
const transportRefusals: Record<string, (request: FastifyRequest) => Refusal> = {
  FST_ERR_BAD_URL: () => malformed(400, 'address', 'The address is not valid'),
  FST_ERR_MAX_PARAM_LENGTH: () => malformed(414, 'address', 'The address is too long'),
  FST_ERR_CTP_BODY_TOO_LARGE: (request) =>
    malformed(413, 'body', `The body is larger than ${request.routeOptions.bodyLimit} bytes`),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () =>
    new Refusal(415, 'The body must be JSON (application/json)'),
  FST_ERR_CTP_INVALID_JSON_BODY: noJson,
}

/** A long list with something wrong in every row would be answered at many times its length. */
const mostErrors = 50

function asRefusal(error: FastifyError, request: FastifyRequest): Refusal | undefined {
  if (isRefusal(error)) return error
  const trouble = findDatabaseTrouble(error)
  if (trouble) {
    request.server.deps.report('A call', error)
    return refuseForNow(trouble)
  }
  if (hasZodFastifySchemaValidationErrors(error)) {
    return invalidInput(
      error.validation.slice(0, mostErrors).map((issue) => ({
        field: fieldName(issue.instancePath, error.validationContext),
        message: issue.message ?? 'is not valid',
      })),
    )
  }
  const known = transportRefusals[error.code]?.(request)
  if (known) return known
  const status = error.statusCode ?? 500
  if (status < 400 || status >= 500) return undefined
  return error instanceof SyntaxError ? noJson() : malformed(status, 'body', error.message)
}

function answer(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const refusal = asRefusal(error, request)
  reply.header('cache-control', 'no-store')
  if (refusal) {
    return reply
      .status(refusal.status)
      .headers(refusal.headers)
      .send({ message: refusal.message, ...refusal.details })
  }
  request.log.error({ err: error }, 'unexpected error')
  return reply
    .status(500)
    .header('x-request-id', request.id)
    .send({
      message: `Something went wrong on our side. Please try again. (Reference ${request.id})`,
      requestId: request.id,
    })
}

/** Refusals keep their words; anything unexpected is logged with the request's id and stays opaque. */
export function handleErrors(app: FastifyInstance) {
  app.setErrorHandler(answer)
  app.setNotFoundHandler(() => {
    throw new Refusal(404, 'There is no such call')
  })
}

/** What is wrong before a route is found, where no hook runs: an address that cannot be decoded. */
export function answerMalformedAddress(headers: Record<string, string>) {
  return (error: FastifyError, request: FastifyRequest, reply: FastifyReply) =>
    void answer(error, request, reply.headers(headers))
}
