import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type AdministratorRole, hasRightsOf } from '#kernel/administrator-roles.ts'
import type { ApiScope } from '#kernel/api-scopes.ts'
import { clientAddressKey, isForwarded } from './origin.ts'
import { uploadOf, type Upload } from './uploads.ts'
import {
  readBrowserMark,
  readCodeToken,
  readSessionToken,
  writeBrowserMark,
  writeCodeCookie,
  writeSessionCookie,
} from './session-cookie.ts'

/** The session of a caller: visitor, member or administrator. */
export type Session = {
  id: number
  email: string | null
  isAdmin: boolean
  /** The administrator's present role, which may have changed since sign-in; null for sessions without `isAdmin`. */
  role: AdministratorRole | null
  /**
   * Id of the signed-in administrator, also while they must still set up two-factor authentication; null for other
   * sessions.
   */
  administratorId: number | null
  /** Whether the administrator must set up two-factor authentication before anything else. */
  needsFactor: boolean
  hasVideoAccess: boolean
  verifiedAt: Date | null
  /** When the administrator last entered their password in this browser. */
  passwordAt: Date | null
}

/** The API key that authenticates a call. */
export type ApiKey = {
  id: number
  name: string
  scopes: readonly ApiScope[]
  /** The administrator who created the key; the audit log attributes the key's calls to them. */
  administratorId: number
  /** Role of the API key's creator at the time of the request, which limits the key's scopes. */
  role: AdministratorRole
}

/** How a browser's request reached the server: from which origin, and whether through a proxy. */
export type Way = {
  /**
   * Origin of the page from which the browser sends the request; without an Origin header, that of the request's URL.
   */
  origin: string
  /** Whether the request has headers that proxies add, whether or not the proxy is trusted. */
  forwarded: boolean
}

/**
 * Parts of the HTTP request that an endpoint's operation may use besides path, query and body, such as session, cookies
 * and IP address.
 */
export type Call = {
  /** Returns the caller's session, which is read once per request. */
  session(): Promise<Session | undefined>
  /** The API key of this call; absent if the endpoint accepts no keys, even if one was sent. */
  apiKey?: ApiKey
  /** The file that the caller sent with the form; absent without one. See uploads.ts. */
  upload?: Upload
  /** The caller's idempotency key, for writes that may be repeated. */
  idempotencyKey?: string
  /** The `If-Match` header: the entity tag of the state on which the caller bases a change. */
  ifMatch?: string | undefined
  /** Sets the `ETag` header of the response. */
  setEntityTag(tag: string): void
  /** Whether the browser sent a cookie that looks like a session token. */
  hasCookie: boolean
  /** Returns the token of the caller's session cookie, for renewing the cookie. */
  sessionToken(): string | undefined
  /** Sets the session cookie to this token. Without a token, deletes the cookie. */
  keepSession(token: string | undefined): void
  /**
   * Returns the token of the cookie that a browser receives when it requests a sign-in code. Only this browser can use
   * the code.
   */
  codeToken(): string | undefined
  keepCodeToken(token: string): void
  /**
   * Returns the value of the cookie that proves that a code or link in a mail once signed a person in with this
   * browser. The cookie identifies the person's email but grants no access.
   */
  browserMark(): string | undefined
  keepBrowserMark(mark: string | undefined): void
  way(): Way
  /** Whether the browser sends Do Not Track or Global Privacy Control. */
  optsOut: boolean
  address: string
  /** The client's IP address in the form that rate limits use as a key. */
  addressKey: string
  userAgent: string
}

/** Maximum stored characters of the user agent; browsers send about 150. */
const longestUserAgent = 200

const keysAdmitted = new WeakMap<FastifyRequest, ApiKey>()

/** Marks a request as authenticated by an API key. */
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

/** Returns the `Call` of an HTTP request. Without `reply`, the call cannot set cookies. */
export function createCall(
  app: FastifyInstance,
  request: FastifyRequest,
  reply?: FastifyReply,
): Call {
  return {
    session: () => readSession(app, request),
    apiKey: keysAdmitted.get(request),
    upload: uploadOf(request),
    idempotencyKey: [request.headers['idempotency-key']].flat()[0],
    ifMatch: request.headers['if-match'],
    setEntityTag: (tag) => void reply?.header('etag', tag),
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
    optsOut: request.headers.dnt === '1' || request.headers['sec-gpc'] === '1',
    address: request.ip,
    get addressKey() {
      return clientAddressKey(request.ip)
    },
    userAgent: (request.headers['user-agent'] ?? '').slice(0, longestUserAgent),
  }
}

/** The `Call` of server-side rendering: a visitor without a session, so loaders return public data only. */
export const visitorCall: Call = {
  session: () => Promise.resolve(undefined),
  setEntityTag() {},
  hasCookie: false,
  sessionToken: () => undefined,
  keepSession() {},
  codeToken: () => undefined,
  keepCodeToken() {},
  browserMark: () => undefined,
  keepBrowserMark() {},
  way: () => ({ origin: '', forwarded: false }),
  optsOut: false,
  address: '',
  addressKey: '',
  userAgent: '',
}

/** Returns whether a call comes from a session of an administrator with the role `needed` or one with more rights. */
export async function isFromRole(call: Call, needed: AdministratorRole): Promise<boolean> {
  const role = (await call.session())?.role
  return Boolean(role && hasRightsOf(role, needed))
}

/** Returns the administrator who made a call, by session or API key, for the audit log. */
export async function readActor(call: Call) {
  const { apiKey, address } = call
  if (apiKey) return { administratorId: apiKey.administratorId, address, keyName: apiKey.name }
  const session = await call.session()
  return { administratorId: session?.administratorId ?? null, address: call.address }
}
