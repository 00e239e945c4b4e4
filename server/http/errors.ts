import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { invalidInput, isRefusal, Refusal } from '#server/refusal.ts'

/** `/eventIds/0` → `eventIds.0`; the whole body or query where no field is named. */
function fieldName(instancePath: string, context: string | undefined) {
  return instancePath.split('/').filter(Boolean).join('.') || (context ?? 'body')
}

/** The refusals that Fastify itself makes before an operation is reached, in our words. */
const transportRefusals: Record<string, (request: FastifyRequest) => Refusal> = {
  FST_ERR_CTP_BODY_TOO_LARGE: (request) => {
    const message = `The body is larger than ${request.routeOptions.bodyLimit} bytes`
    return new Refusal(413, message, { errors: [{ field: 'body', message }] })
  },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () =>
    new Refusal(415, 'The body must be JSON (application/json)'),
}

function asRefusal(error: FastifyError, request: FastifyRequest): Refusal | undefined {
  if (isRefusal(error)) return error
  if (hasZodFastifySchemaValidationErrors(error)) {
    return invalidInput(
      error.validation.map((issue) => ({
        field: fieldName(issue.instancePath, error.validationContext),
        message: issue.message ?? 'is not valid',
      })),
    )
  }
  const known = transportRefusals[error.code]?.(request)
  if (known) return known
  const status = error.statusCode ?? 500
  if (status < 400 || status >= 500) return undefined
  const message = error instanceof SyntaxError ? 'The body is not valid JSON' : error.message
  return new Refusal(status, message, { errors: [{ field: 'body', message }] })
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
  return reply.status(500).send({
    message: `Something went wrong on our side. Please try again. (Reference ${request.id})`,
    requestId: request.id,
  })
}

/** Refusals keep their words; anything unexpected is logged with the request's id and stays opaque. */
export function handleErrors(app: FastifyInstance) {
  app.setErrorHandler(answer)
}
