import { parseCookie, stringifySetCookie } from 'cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isForwarded } from './origin.ts'

export const plainName = 'greenroom_session'
/**
 * Returns a cookie's name with the prefix `__Host-`. Browsers accept such a cookie over https and from this exact
 * host only, so other hosts of the domain cannot set it.
 */
const withHostPrefix = (name: string) => `__Host-${name}`
/** Cookie that proves that this browser requested the sign-in code that its user enters. */
const codeName = 'greenroom_code'
const token = /^[\w-]{43}$/

/**
 * Cookie that proves that a code or link in a mail once signed a person in with this browser. Grants no access, and
 * outlives the session and sign-out.
 */
const markName = 'greenroom_known'
const mark = /^[a-z0-9]{1,6}-[\w-]{24}$/

const day = 24 * 60 * 60
/** Lifetime of the session cookie in seconds; the server decides whether the session is still valid. */
const longestSession = 180 * day
/** Lifetime of the cookie `greenroom_known` in days, the maximum that browsers allow. */
export const markDays = 400
const oneHour = 60 * 60

/**
 * Returns whether to set cookies with the attribute Secure. The public URL in the admin area may be wrong. An
 * administrator who connects by plain http, at another host and without a proxy, must still be able to sign in and
 * correct it, so such a connection gets cookies without Secure.
 */
function isSecure(request: FastifyRequest) {
  if (request.protocol === 'https') return true
  const { publicUrl, isAddressGiven } = request.server.deps.settings()
  if (!publicUrl?.startsWith('https:')) return false
  return isAddressGiven || request.host === URL.parse(publicUrl)?.host || isForwarded(request)
}

/** Returns the cookie's name for this request, with the prefix `__Host-` if cookies are secure. */
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

/**
 * Returns the token that this browser received as a cookie when it requested a sign-in code. Undefined if there is none
 * or it is malformed.
 */
export function readCodeToken(request: FastifyRequest): string | undefined {
  return readCookie(request, codeName, token)
}

/** Returns the value of the cookie `greenroom_known`, if it is well-formed. */
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

/**
 * Sets or deletes a cookie without the attribute Domain, as the prefix `__Host-` requires; browsers send it to this
 * host only.
 */
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
