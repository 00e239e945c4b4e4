import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { findDatabaseTrouble, type DatabaseTrouble } from '#platform/errors/database-trouble.ts'
import { invalidInput, Refusal, retryAfterSeconds } from '#platform/errors/refusal.ts'
import { malformedAddress } from './origin.ts'
import { isNavigation, sendRefusalPage } from './refusal-page.ts'
import { discardBody, leavesUnread } from './unread-body.ts'

/**
 * Converts the path of an invalid field, such as `/eventIds/0`, to `eventIds.0`. Returns `body` or `querystring`
 * for an empty path.
 */
function fieldName(instancePath: string, context: string | undefined) {
  return instancePath.split('/').filter(Boolean).join('.') || (context ?? 'body')
}

const kinds: Record<string, string> = {
  object: 'an object',
  array: 'a list',
  string: 'text',
  number: 'a number',
  boolean: 'true or false',
}

/** Replaces zod's default messages by plainer ones; keeps messages that the endpoint's contract defines. */
function inOurWords(field: string, message = 'is not valid') {
  const found = /^Invalid input(?:: expected (\w+),.*)?$/.exec(message)
  if (!found) return message
  if (field === 'body') return 'The body must be a JSON object'
  return `Must be ${kinds[found[1] ?? ''] ?? 'of another kind'}`
}

function named(field: 'body' | 'address', message: string) {
  return [{ field, message }]
}

const noJson = () => invalidInput(named('body', 'The body is not valid JSON'))

/**
 * For errors that Fastify raises before it runs a route, such as a body that is too large: the refusal to send, by
 * Fastify's error code.
 */
const transportRefusals: Record<string, (request: FastifyRequest) => Refusal> = {
  FST_ERR_BAD_URL: () => malformedAddress('The address is not valid'),
  FST_ERR_MAX_PARAM_LENGTH: () =>
    invalidInput(named('address', 'The address is too long'), 'address_too_long'),
  FST_ERR_CTP_BODY_TOO_LARGE: ({ routeOptions }) =>
    invalidInput(
      named('body', `The body is larger than ${routeOptions.bodyLimit} bytes`),
      'too_large',
    ),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => new Refusal('not_json'),
  FST_ERR_CTP_INVALID_JSON_BODY: noJson,
}

/** Maximum number of errors in a response, since every row of a long list may be invalid. */
const mostErrors = 50

function asRefusal(error: FastifyError, request: FastifyRequest): Refusal | undefined {
  if (error instanceof Refusal) return error
  const trouble = findDatabaseTrouble(error)
  if (trouble) {
    request.server.deps.report('A call', error)
    return refuseForNow(trouble)
  }
  if (hasZodFastifySchemaValidationErrors(error)) {
    return invalidInput(
      error.validation.slice(0, mostErrors).map((issue) => {
        const field = fieldName(issue.instancePath, error.validationContext)
        return { field, message: inOurWords(field, issue.message) }
      }),
    )
  }
  const known = transportRefusals[error.code]?.(request)
  if (known) return known
  const status = error.statusCode ?? 500
  if (status < 400 || status >= 500) return undefined
  return error instanceof SyntaxError ? noJson() : invalidInput(named('body', error.message))
}

/** Returns the header Retry-After of a refusal, in seconds, if clients may retry. */
function retryAfter({ status, details }: Refusal) {
  const usual = status === 503 ? retryAfterSeconds : undefined
  const seconds = typeof details.retryAfter === 'number' ? details.retryAfter : usual
  return seconds === undefined ? {} : { 'retry-after': String(seconds) }
}

function answer(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  return leavesUnread(request, reply)
    ? answerOnceRead(error, request, reply)
    : answerNow(error, request, reply)
}

async function answerOnceRead(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  await discardBody(request)
  return answerNow(error, request, reply)
}

function answerNow(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const refusal = asRefusal(error, request)
  reply.header('cache-control', 'no-store')
  // Remove the header of a list response that failed while it was sent compressed: error responses are not compressed.
  reply.removeHeader('content-encoding')
  if (refusal && isNavigation(request)) return sendRefusalPage(reply, refusal)
  if (refusal) {
    return reply
      .status(refusal.status)
      .headers({ 'refusal-code': refusal.code, ...retryAfter(refusal) })
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

/**
 * Installs the error handlers. Clients receive a refusal's message; other errors are logged with the request id,
 * and clients receive status 500 without details.
 */
export function handleErrors(app: FastifyInstance) {
  app.setErrorHandler(answer)
  app.setNotFoundHandler(() => {
    throw new Refusal('no_such_call')
  })
}

/**
 * Returns the handler for requests whose URL cannot be decoded. Fastify skips all hooks for them, so this handler adds
 * the common response headers (`headers`) itself.
 */
export function answerMalformedAddress(headers: () => Record<string, string>) {
  return (error: FastifyError, request: FastifyRequest, reply: FastifyReply) =>
    void answer(error, request, reply.headers(headers()))
}

const words: Record<DatabaseTrouble['kind'], string> = {
  away: 'The site is temporarily unavailable. Please try again in a minute.',
  busy: 'We are very busy at the moment. Please try again in a minute.',
  nameless: 'This did not work. Please try again in a minute.',
  full: 'We cannot save anything at the moment. Please try again in a few minutes.',
}

/** Returns the 503 refusal for a database failure. */
function refuseForNow({ kind }: DatabaseTrouble) {
  return new Refusal('unavailable', { message: words[kind], retryAfter: retryAfterSeconds })
}
