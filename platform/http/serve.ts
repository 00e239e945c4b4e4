import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  idempotencyHeaders,
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
  /** Answers instead of the operation where it can, e.g. from the cache of public answers. */
  shortcut?: (
    request: FastifyRequest,
    reply: FastifyReply,
    run: () => Promise<ReplyOf<E>>,
  ) => boolean | Promise<boolean>
  /** Not one of the calls that an address has a minute; what counts it elsewhere says so there. */
  uncounted?: boolean
}

/**
 * Turns a contract entry into a route: origin, limit and access are decided before the body is looked
 * at; body, params and query arrive checked; the reply is cut to its contract.
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
    schema: {
      summary: endpoint.summary,
      ...(endpoint.body && { body: endpoint.body }),
      ...(endpoint.params && { params: endpoint.params }),
      ...(endpoint.query && { querystring: endpoint.query }),
      ...(endpoint.isRepeatable && { headers: idempotencyHeaders }),
      response: { 200: endpoint.reply },
    },
    onRequest(request, reply, done) {
      // A program's key is in no browser that another site could borrow it from.
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
      // A cached response is on its way already: waiting for anything would only cost time.
      return shortcut === true ? undefined : answer()

      async function answer() {
        if (await shortcut) return reply
        void reply.header('cache-control', 'no-store')
        return run()
      }
    },
  })
}

async function takeMissingBodyAsEmpty(request: FastifyRequest) {
  request.body ??= {}
}

/** Refuses unknown fields of the body, or names them in a `Warning` header. */
function checkFields(app: FastifyInstance, endpoint: Endpoint) {
  // Made at the first call, when every other call is served.
  let find: FindUnknownFields | undefined
  return async ({ body }: FastifyRequest, reply: FastifyReply) => {
    find ??= createFieldCheck(endpoint, app.endpoints)
    const unknown = find(body)
    if (unknown.length === 0) return
    // JSON allows a field with a blank name; the error then names the body.
    const errors = unknown.map((field) => ({
      field: field.trim() ? field : 'body',
      message: `Unknown field "${field}"`,
    }))
    if (unknownFieldRule(endpoint) === 'refuse') throw invalidInput(errors)
    void reply.header('warning', errors.map(({ message }) => warningOf(message)).join(', '))
  }
}

/** A warn-value: a quoted string of printable ASCII. */
function warningOf(message: string): string {
  const text = message.slice(0, 100).replaceAll(/[^ -~]/g, '?')
  return `299 - "${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`
}

declare module 'fastify' {
  // Only an interface can be added to.
  // oxlint-disable-next-line typescript/consistent-type-definitions
  interface FastifyInstance {
    /** Every served call by method and path, for server rendering in the same process. */
    operations: Map<string, Operation<Endpoint>>
    /** Every served call, of which some replies hold fields that others take back. */
    endpoints: Endpoint[]
  }
}

const rules: Record<SessionAccess, (session: Session | undefined) => boolean> = {
  public: () => true,
  session: (session) => Boolean(session?.email),
  member: (session) => Boolean(session?.hasVideoAccess),
  memberByEmail: (session) => Boolean(session?.email && session.hasVideoAccess),
  verified: (session) =>
    Boolean(session?.email && session.hasVideoAccess && session.verifiedAt !== null),
  admin: (session) => Boolean(session?.isAdmin),
  adminBeforeFactor: (session) => Boolean(session?.isAdmin || session?.needsFactor),
  // Decided by serve-signed.ts, over the body.
  signed: () => false,
}

const messages: Record<SessionAccess, string> = {
  public: '',
  session: 'Please enter your email first',
  member: 'Please enter the library with your email first',
  memberByEmail: 'Please enter the library with your email first',
  verified: 'Please show that your email is yours first',
  admin: 'Please sign in as an administrator first',
  adminBeforeFactor: 'Please sign in as an administrator first',
  signed: 'Please sign this call with the secret of the webhook first',
}

/** 401 for everybody whom the contract's access rule does not name. Specification, "Roles". */
export function requireAccess(access: SessionAccess, session: Session | undefined) {
  if (!rules[access](session)) throw new Refusal('not_signed_in', { message: messages[access] })
}

/** 401 for an administrator who typed their password too long ago. */
function requirePassword(session: Session | undefined, now: Date) {
  const ageMs = now.getTime() - (session?.passwordAt?.getTime() ?? 0)
  if (ageMs > passwordMinutes * 60_000) {
    throw new Refusal('password_needed', { code: 'password_needed' })
  }
}

/** JSON is the only body there is; an empty one counts as `{}`. Specification, "Calls". */
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
