import { parseCookie, stringifySetCookie } from 'cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isForwarded } from './origin.ts'

export const plainName = 'greenroom_session'
/**
 * Browsers accept the `__Host-` prefix from this exact host over https only, so other hosts of the
 * domain cannot set the cookie.
 */
const withHostPrefix = (name: string) => `__Host-${name}`
/** Cookie that proves that this browser requested the sign-in code it sends. */
const codeName = 'greenroom_code'
const token = /^[\w-]{43}$/

/**
 * Cookie that proves that a mail once signed in this browser. Grants no access, and outlives the
 * session and sign-out.
 */
const markName = 'greenroom_known'
const mark = /^[a-z0-9]{1,6}-[\w-]{24}$/

const day = 24 * 60 * 60
/** Maximum session length in seconds; the server decides whether a session is still valid. */
const longestSession = 180 * day
/** Maximum cookie lifetime in browsers, in days. */
export const markDays = 400
const oneHour = 60 * 60

/**
 * Returns whether to set secure cookies. A public URL entered in the admin area may be wrong, so an
 * administrator who connects by plain http at another address, without a proxy, must be able to
 * sign in and correct it.
 */
function isSecure(request: FastifyRequest) {
  if (request.protocol === 'https') return true
  const { publicUrl, isAddressGiven } = request.server.deps.settings()
  if (!publicUrl?.startsWith('https:')) return false
  return isAddressGiven || request.host === URL.parse(publicUrl)?.host || isForwarded(request)
}

/** Returns the cookie's full name for this request. */
function nameOf(request: FastifyRequest, name: string) {
  return isSecure(request) ? withHostPrefix(name) : name
}

/** Returns the session token that the browser sent, if it is well-formed. */
export function readSessionToken(request: FastifyRequest): string | undefined {
  const header = request.headers.cookie
  if (!header?.includes(plainName)) return undefined
  const value = parseCookie(header)[nameOf(request, plainName)]
  return value && token.test(value) ? value : undefined
}

/** Sets the session cookie, or deletes it if `token` is undefined. */
export function writeSessionCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  value: string | undefined,
) {
  setCookie(request, reply, plainName, value)
}

function readCookie(request: FastifyRequest, name: string, form: RegExp) {
  const value = parseCookie(request.headers.cookie ?? '')[nameOf(request, name)]
  return value && form.test(value) ? value : undefined
}

/** Returns the token that this browser got when it requested a code. */
export function readCodeToken(request: FastifyRequest): string | undefined {
  return readCookie(request, codeName, token)
}

/** Returns the mark that this browser got when a mail signed it in. */
export function readBrowserMark(request: FastifyRequest): string | undefined {
  return readCookie(request, markName, mark)
}

export function writeBrowserMark(
  request: FastifyRequest,
  reply: FastifyReply,
  value: string | undefined,
) {
  setCookie(request, reply, markName, value, markDays * day)
}

export function writeCodeCookie(request: FastifyRequest, reply: FastifyReply, value: string) {
  setCookie(request, reply, codeName, value, oneHour)
}

/** The `__Host-` prefix requires a cookie without a domain, which browsers send to this host only. */
function setCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  name: string,
  value: string | undefined,
  seconds = longestSession,
) {
  const cookie = stringifySetCookie({
    name: nameOf(request, name),
    value: value ?? '',
    httpOnly: true,
    sameSite: 'lax',
    path: '/',
    secure: isSecure(request),
    maxAge: value ? seconds : 0,
  })
  void reply.header('set-cookie', cookie)
}
