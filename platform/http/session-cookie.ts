import { parseCookie, stringifySetCookie } from 'cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'

export const plainName = 'greenroom_session'
/** Browsers take it from this very host over https only, so that no neighbouring host can plant one. */
const ofThisHost = (name: string) => `__Host-${name}`
/** What shows, with a code from a mail, that it was this browser that asked for the code. */
const codeName = 'greenroom_code'
const token = /^[\w-]{43}$/

/** The browser keeps the cookie as long as membership can last; the server decides what it is worth. */
const thirtyDays = 30 * 24 * 60 * 60
const oneHour = 60 * 60

function isSecure(request: FastifyRequest) {
  const { publicUrl } = request.server.deps.config
  return request.protocol === 'https' || Boolean(publicUrl?.startsWith('https:'))
}

function sessionName(request: FastifyRequest) {
  return isSecure(request) ? ofThisHost(plainName) : plainName
}

/** The session token that the browser sent, if it looks like one. */
export function readSessionToken(request: FastifyRequest): string | undefined {
  const header = request.headers.cookie
  if (!header?.includes(plainName)) return undefined
  const value = parseCookie(header)[sessionName(request)]
  return value && token.test(value) ? value : undefined
}

/** Hands the browser a new token, or with undefined takes the old one away. */
export function writeSessionCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  value: string | undefined,
) {
  setCookie(reply, isSecure(request), sessionName(request), value)
}

/** The token that this browser was given when it asked for a code. */
export function readCodeToken(request: FastifyRequest): string | undefined {
  const name = isSecure(request) ? ofThisHost(codeName) : codeName
  const value = parseCookie(request.headers.cookie ?? '')[name]
  return value && token.test(value) ? value : undefined
}

export function writeCodeCookie(request: FastifyRequest, reply: FastifyReply, value: string) {
  const secure = isSecure(request)
  setCookie(reply, secure, secure ? ofThisHost(codeName) : codeName, value, oneHour)
}

/** Without a domain, as the prefix asks for: no other host is ever sent it. */
function setCookie(
  reply: FastifyReply,
  secure: boolean,
  name: string,
  value: string | undefined,
  seconds = thirtyDays,
) {
  const cookie = stringifySetCookie({
    name,
    value: value ?? '',
    httpOnly: true,
    sameSite: 'lax',
    path: '/',
    secure,
    maxAge: value ? seconds : 0,
  })
  void reply.header('set-cookie', cookie)
}
