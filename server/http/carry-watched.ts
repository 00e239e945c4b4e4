import type { FastifyRequest } from 'fastify'
import { readWatchAddress, writeWatchAddress } from '#shared/watch-address.ts'

/** Between these pages links go to and fro. */
const paths = ['/members', '/register']

/**
 * Where somebody goes on who was at the login card, or at the form to register, for one interview and
 * without scripts follows the link to the other: the interview goes along. The kept documents are the same
 * for every query, so that their links cannot name it. Specification, "Forms".
 */
export function carryWatched(request: FastifyRequest): string | undefined {
  const { referer } = request.headers
  if (referer === undefined || !paths.includes(request.url)) return undefined
  const from = URL.parse(referer)
  if (from?.host !== request.host || from.pathname === request.url) return undefined
  const asked = paths.includes(from.pathname) && readWatchAddress(from.searchParams)
  if (!asked) return undefined
  return writeWatchAddress(asked.eventId, asked.from, request.url)
}
