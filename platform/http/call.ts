import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ApiScope } from '#kernel/api-scopes.ts'
import { clientAddressKey, isForwarded } from './origin.ts'
import {
  readBrowserMark,
  readCodeToken,
  readSessionToken,
  writeBrowserMark,
  writeCodeCookie,
  writeSessionCookie,
} from './session-cookie.ts'

/** Whose call it is, as far as a session tells. Specification, "People and access". */
export type Session = {
  id: number
  email: string | null
  isAdmin: boolean
  /** Whoever signed in as an administrator: also one who is none yet, since their factor is missing. */
  administratorId: number | null
  /** An administrator who has to set up a second factor before anything else. */
  needsFactor: boolean
  hasVideoAccess: boolean
  verifiedAt: Date | null
  /** When the administrator last typed their password in this browser. */
  passwordAt: Date | null
}

/** The key by which a program calls. */
export type ApiKey = {
  id: number
  name: string
  scopes: readonly ApiScope[]
  /** Who made it: what is done by it is done by them. */
  administratorId: number
}

/** The way by which a browser has come. */
export type Way = {
  /** The address that it shows; the call's own where it says none. */
  origin: string
  /** Whether a proxy in between says so, believed or not. */
  forwarded: boolean
}

/** What an operation may know of the request behind its input. */
export type Call = {
  /** The caller's session, read once a request. */
  session(): Promise<Session | undefined>
  /** The key that opened this call; none of a call that keys do not open, whatever it carries. */
  apiKey?: ApiKey
  /** What the caller names a write by that it may send again. */
  idempotencyKey?: string
  /** Whether the browser sent what could be a session's token. */
  hasCookie: boolean
  /** The session's token, for a browser that is to be handed it anew. */
  sessionToken(): string | undefined
  /** Hands the browser a session token, or takes it away. */
  keepSession(token: string | undefined): void
  /** The token of a code that this browser asked for. */
  codeToken(): string | undefined
  keepCodeToken(token: string): void
  /** What this browser was given when a mail let it in: shows whose it was, and opens nothing. */
  browserMark(): string | undefined
  keepBrowserMark(mark: string | undefined): void
  way(): Way
  address: string
  /** The address as limits count it. */
  addressKey: string
  userAgent: string
}

/** Characters that are stored at most; browsers send about 150. */
const longestUserAgent = 200

const keysAdmitted = new WeakMap<FastifyRequest, ApiKey>()

/** Lets a program in: from now on the call is its key's. */
export function noteApiKey(request: FastifyRequest, key: ApiKey) {
  keysAdmitted.set(request, key)
}

const sessionsRead = new WeakMap<FastifyRequest, Promise<Session | undefined>>()

function readSession(app: FastifyInstance, request: FastifyRequest) {
  const known = sessionsRead.get(request)
  if (known) return known
  const reading = openedBy(app, request)
  sessionsRead.set(request, reading)
  return reading
}

async function openedBy(app: FastifyInstance, request: FastifyRequest) {
  const token = readSessionToken(request)
  return token === undefined ? undefined : app.deps.findSession(token)
}

/** The call behind a real request. */
export function createCall(
  app: FastifyInstance,
  request: FastifyRequest,
  reply?: FastifyReply,
): Call {
  return {
    session: () => readSession(app, request),
    apiKey: keysAdmitted.get(request),
    idempotencyKey: [request.headers['idempotency-key']].flat()[0],
    sessionToken: () => readSessionToken(request),
    keepSession(token) {
      if (reply) writeSessionCookie(request, reply, token)
    },
    codeToken: () => readCodeToken(request),
    keepCodeToken(token) {
      if (reply) writeCodeCookie(request, reply, token)
    },
    browserMark: () => readBrowserMark(request),
    keepBrowserMark(mark) {
      if (reply) writeBrowserMark(request, reply, mark)
    },
    way: () => ({
      origin: request.headers.origin ?? `${request.protocol}://${request.host}`,
      forwarded: isForwarded(request),
    }),
    get hasCookie() {
      return readSessionToken(request) !== undefined
    },
    address: request.ip,
    get addressKey() {
      return clientAddressKey(request.ip)
    },
    userAgent: (request.headers['user-agent'] ?? '').slice(0, longestUserAgent),
  }
}

/** The call of server rendering: a visitor without a session. Loaders return public data only. */
export const visitorCall: Call = {
  session: () => Promise.resolve(undefined),
  hasCookie: false,
  sessionToken: () => undefined,
  keepSession() {},
  codeToken: () => undefined,
  keepCodeToken() {},
  browserMark: () => undefined,
  keepBrowserMark() {},
  way: () => ({ origin: '', forwarded: false }),
  address: '',
  addressKey: '',
  userAgent: '',
}

/** The administrator behind a call, for the audit log. */
export async function readActor(call: Call) {
  const { apiKey, address } = call
  if (apiKey) return { administratorId: apiKey.administratorId, address, keyName: apiKey.name }
  const session = await call.session()
  return { administratorId: session?.administratorId ?? null, address: call.address }
}
