import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { explainNeededRole, hasRightsOf } from '#kernel/administrator-roles.ts'
import {
  idempotencyHeaders,
  neededRole,
  passwordMinutes,
  usualBodyLimit,
  unknownFieldRule,
  type SessionAccess,
  type BodyOf,
  type Endpoint,
  type ParamsOf,
  type QueryOf,
  type ReplyOf,
} from '#kernel/endpoint.ts'
import { invalidInput, Refusal } from '#platform/errors/refusal.ts'
import { admitProgram } from './admit-program.ts'
import { createCall, type Call, type Session } from './call.ts'
import { refuseForeignSite } from './origin.ts'
import { isTooDeep, tooDeep } from './json-depth.ts'
import { countCall } from './rate-limits.ts'
import { createFieldCheck, type FindUnknownFields } from './unknown-fields.ts'

export type Input<E extends Endpoint> = {
  body: BodyOf<E>
  params: ParamsOf<E>
  query: QueryOf<E>
}

export type Operation<E extends Endpoint> = (
  input: Input<E>,
  call: Call,
) => Promise<ReplyOf<E>> | ReplyOf<E>

type Options<E extends Endpoint> = {
  /**
   * Called before the operation. May send the response in its place, for example from the cache; returns false if it
   * did not.
   */
  shortcut?: (
    request: FastifyRequest,
    reply: FastifyReply,
    run: () => Promise<ReplyOf<E>>,
  ) => boolean | Promise<boolean>
  /**
   * Whether this endpoint's function `shortcut` counts requests against the rate limit `calls`, so that `serve` must
   * not count them again.
   */
  uncounted?: boolean
}

/**
 * Serves an endpoint of a contract as a Fastify route. Checks origin, rate limit and access before it reads the
 * body, validates body, params and query, and reduces the reply to the contract's fields.
 */
export function serve<const E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  operation: Operation<E>,
  options: Options<E> = {},
) {
  const { config, settings } = app.deps
  const isCounted = config.rateLimits && !options.uncounted && !endpoint.isUnlimited
  const { access } = endpoint
  const isOpen = access === 'public' && !isCounted

  async function admit(request: FastifyRequest, reply: FastifyReply) {
    if (typeof access === 'object') {
      await admitProgram(app, request, reply, access.scope)
      return
    }
    if (isCounted) await countCall(request)
    if (access !== 'public') {
      const session = await createCall(app, request, reply).session()
      requireAccess(access, session)
      if (endpoint.needsPassword) requirePassword(session, app.deps.clock.now())
    }
  }

  app.endpoints.push(endpoint)
  app.operations.set(`${endpoint.method} ${endpoint.path}`, operation as never)
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    bodyLimit: endpoint.bodyLimit ?? usualBodyLimit,
    ...(endpoint.isSilent && { errorHandler: answerSilently }),
    schema: {
      summary: endpoint.summary,
      ...(endpoint.body && { body: endpoint.body }),
      ...(endpoint.params && { params: endpoint.params }),
      ...(endpoint.query && { querystring: endpoint.query }),
      ...(endpoint.isRepeatable && { headers: idempotencyHeaders }),
      response: { [endpoint.isSilent ? 204 : 200]: endpoint.reply },
    },
    onRequest(request, reply, done) {
      // API keys are not stored in browsers, so CSRF does not apply.
      if (typeof access !== 'object') refuseForeignSite(request, settings().publicUrl)
      return isOpen ? done() : admit(request, reply)
    },
    preValidation: [
      ...(endpoint.body ? [takeMissingBodyAsEmpty] : []),
      ...(unknownFieldRule(endpoint) === 'ignore' ? [] : [checkFields(app, endpoint)]),
    ],
    handler(request, reply) {
      async function run() {
        const { body, params, query } = request
        return operation({ body, params, query } as Input<E>, createCall(app, request, reply))
      }
      const shortcut = options.shortcut?.(request, reply, run) ?? false
      // `shortcut` has already sent a cached response. Return without `await`, which would only add latency.
      return shortcut === true ? undefined : answer()

      async function answer() {
        if (await shortcut) return reply
        void reply.header('cache-control', 'no-store')
        if (endpoint.isSilent) void reply.status(204)
        return run()
      }
    },
  })
}

function answerSilently(_error: unknown, _request: FastifyRequest, reply: FastifyReply) {
  void reply.status(204).header('cache-control', 'no-store').send()
}

async function takeMissingBodyAsEmpty(request: FastifyRequest) {
  request.body ??= {}
}

/** Rejects unknown fields of the body, or lists them in a `Warning` header. */
function checkFields(app: FastifyInstance, endpoint: Endpoint) {
  // Create the check at the first request, when all endpoints are registered: it needs the replies of other endpoints.
  let find: FindUnknownFields | undefined
  return async ({ body }: FastifyRequest, reply: FastifyReply) => {
    find ??= createFieldCheck(endpoint, app.endpoints)
    const unknown = find(body)
    if (unknown.length === 0) return
    // JSON allows a field with a blank name. The error then names `body` instead, because an error needs a field name.
    const errors = unknown.map((field) => ({
      field: field.trim() ? field : 'body',
      message: `Unknown field "${field}"`,
    }))
    if (unknownFieldRule(endpoint) === 'refuse') throw invalidInput(errors)
    void reply.header('warning', errors.map(({ message }) => warningOf(message)).join(', '))
  }
}

/** Formats a Warning header value: a quoted string of printable ASCII. */
function warningOf(message: string): string {
  const text = message.slice(0, 100).replaceAll(/[^ -~]/g, '?')
  return `299 - "${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`
}

declare module 'fastify' {
  // Declaration merging needs an interface.
  // oxlint-disable-next-line typescript/consistent-type-definitions
  interface FastifyInstance {
    /** All operations by method and path, for server-side rendering in the same process. */
    operations: Map<string, Operation<Endpoint>>
    /**
     * Contracts of all registered endpoints. The check for unknown fields reads them, because clients may send back
     * fields of replies.
     */
    endpoints: Endpoint[]
  }
}

const isAdministrator = (session: Session | undefined) => Boolean(session?.isAdmin)

/**
 * For each access rule of an endpoint: whether it admits a session. `requireAccess` additionally checks the role of
 * administrators.
 */
const rules: Record<SessionAccess, (session: Session | undefined) => boolean> = {
  public: () => true,
  session: (session) => Boolean(session?.email),
  member: (session) => Boolean(session?.hasVideoAccess),
  memberByEmail: (session) => Boolean(session?.email && session.hasVideoAccess),
  verified: (session) =>
    Boolean(session?.email && session.hasVideoAccess && session.verifiedAt !== null),
  owner: isAdministrator,
  editor: isAdministrator,
  viewer: isAdministrator,
  adminBeforeFactor: (session) => Boolean(session?.isAdmin || session?.needsFactor),
  // Endpoints that providers call admit no session. serve-signed.ts checks the signature of the body in its place.
  signed: () => false,
}

const signInFirst = 'Please sign in as an administrator first'

const messages: Record<SessionAccess, string> = {
  public: '',
  session: 'Please enter your email first',
  member: 'Please log in to the library with your email first',
  memberByEmail: 'Please log in to the library with your email first',
  verified: 'Please confirm your email first',
  owner: signInFirst,
  editor: signInFirst,
  viewer: signInFirst,
  adminBeforeFactor: signInFirst,
  signed: 'Please sign this call with the secret of the webhook first',
}

/**
 * Throws 401 unless the endpoint's access rule admits the session, and 403 for an administrator whose role does not
 * suffice.
 */
export function requireAccess(access: SessionAccess, session: Session | undefined) {
  if (!rules[access](session)) throw new Refusal('not_signed_in', { message: messages[access] })
  const needed = neededRole(access)
  if (needed && !(session?.role && hasRightsOf(session.role, needed))) {
    throw new Refusal('role_missing', { message: explainNeededRole(needed) })
  }
}

/** Throws 401 if the administrator's last password entry is too old. */
function requirePassword(session: Session | undefined, now: Date) {
  const ageMs = now.getTime() - (session?.passwordAt?.getTime() ?? 0)
  if (ageMs > passwordMinutes * 60_000) {
    throw new Refusal('password_needed', { code: 'password_needed' })
  }
}

/** Makes Fastify accept JSON bodies only; an empty body counts as `{}`. */
export function acceptOnlyJson(app: FastifyInstance) {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = String(body)
    if (text.trim() === '') return done(null, {})
    if (isTooDeep(text)) return done(tooDeep())
    void parse(request, text, done)
  })
}
