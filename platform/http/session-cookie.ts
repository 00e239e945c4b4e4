import { parseCookie, stringifySetCookie } from 'cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isForwarded } from './origin.ts'

export const plainName = 'greenroom_session'
/** Browsers take it from this very host over https only, so that no neighbouring host can plant one. */
const ofThisHost = (name: string) => `__Host-${name}`
/** What shows, with a code from a mail, that it was this browser that asked for the code. */
const codeName = 'greenroom_code'
const token = /^[\w-]{43}$/

/**
 * What shows that a mail to an address has let this browser in before. It opens nothing, and outlives the
 * session and logging out.
 */
const markName = 'greenroom_known'
const mark = /^[a-z0-9]{1,6}-[\w-]{24}$/

const day = 24 * 60 * 60
/** The browser keeps the cookie as long as a session can last; the server decides what it is worth. */
const longestSession = 180 * day
/** Browsers keep none for longer. */
export const markDays = 400
const oneHour = 60 * 60

/**
 * At the public address. One that was entered in the admin area may be mistyped, or lead nowhere yet: whoever
 * comes by another one in the open, past every proxy, must still be able to sign in and mend it.
 */
function isSecure(request: FastifyRequest) {
  if (request.protocol === 'https') return true
  const { publicUrl, isAddressGiven } = request.server.deps.settings()
  if (!publicUrl?.startsWith('https:')) return false
  return isAddressGiven || request.host === URL.parse(publicUrl)?.host || isForwarded(request)
}

/** What a cookie is called on this site. */
function nameOf(request: FastifyRequest, name: string) {
  return isSecure(request) ? ofThisHost(name) : name
}

/** The session token that the browser sent, if it looks like one. */
export function readSessionToken(request: FastifyRequest): string | undefined {
  const header = request.headers.cookie
  if (!header?.includes(plainName)) return undefined
  const value = parseCookie(header)[nameOf(request, plainName)]
  return value && token.test(value) ? value : undefined
}

/** Hands the browser a new token, or with undefined takes the old one away. */
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

/** The token that this browser was given when it asked for a code. */
export function readCodeToken(request: FastifyRequest): string | undefined {
  return readCookie(request, codeName, token)
}

/** What this browser was given when a mail let it in. */
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

/** Without a domain, as the prefix asks for: no other host is ever sent it. */
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
