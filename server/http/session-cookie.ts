import { parseCookie, stringifySetCookie } from 'cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'

const name = 'greenroom_session'
const token = /^[\w-]{43}$/

/** The browser keeps the cookie as long as membership can last; the server decides what it is worth. */
const thirtyDays = 30 * 24 * 60 * 60

/** The session token that the browser sent, if it looks like one. */
export function readSessionToken(request: FastifyRequest): string | undefined {
  const header = request.headers.cookie
  if (!header?.includes(name)) return undefined
  const value = parseCookie(header)[name]
  return value && token.test(value) ? value : undefined
}

/** Hands the browser a new token, or with undefined takes the old one away. */
export function writeSessionCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  value: string | undefined,
  publicUrl: string | undefined,
) {
  const cookie = stringifySetCookie({
    name,
    value: value ?? '',
    httpOnly: true,
    sameSite: 'lax',
    path: '/',
    secure: request.protocol === 'https' || Boolean(publicUrl?.startsWith('https:')),
    maxAge: value ? thirtyDays : 0,
  })
  void reply.header('set-cookie', cookie)
}
