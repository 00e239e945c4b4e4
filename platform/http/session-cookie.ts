import { parseCookie, stringifySetCookie } from 'cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'

export const plainName = 'greenroom_session'
/** Browsers take it from this very host over https only, so that no neighbouring host can plant one. */
const ofThisHost = (name: string) => `__Host-${name}`
const hostName = ofThisHost(plainName)
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

/**
 * The session token that the browser sent, if it looks like one. Over https one by the plain name was
 * given out before there was the other: `isFormer`, which opens sessions of that time only.
 */
export function readSessionToken(
  request: FastifyRequest,
): { value: string; isFormer: boolean } | undefined {
  const header = request.headers.cookie
  if (!header?.includes(plainName)) return undefined
  const cookies = parseCookie(header)
  const secure = isSecure(request)
  for (const name of secure ? [hostName, plainName] : [plainName]) {
    const value = cookies[name]
    if (value && token.test(value)) return { value, isFormer: secure && name === plainName }
  }
  return undefined
}

/** Hands the browser a token under the present name; one under the former name still stands beside it. */
export function renewSessionCookie(reply: FastifyReply, value: string) {
  setCookie(reply, true, hostName, value)
}

/** Hands the browser a new token, or with undefined takes the old one away, by whatever name. */
export function writeSessionCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  value: string | undefined,
) {
  const secure = isSecure(request)
  setCookie(reply, secure, secure ? hostName : plainName, value)
  const isFormerSent = parseCookie(request.headers.cookie ?? '')[plainName] !== undefined
  if (secure && isFormerSent) setCookie(reply, secure, plainName, undefined)
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
