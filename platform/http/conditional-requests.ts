import type { FastifyRequest } from 'fastify'
import { parse } from 'range-parser'

/** First and last byte of a part of a file, counted from 0. */
export type ByteRange = { start: number; end: number }

/**
 * Returns whether the request's `If-None-Match` contains this ETag; it is a list of ETags, some of them weak, or `*`
 * for any.
 */
export function isKnownToBrowser({ headers }: Pick<FastifyRequest, 'headers'>, etag: string) {
  const tags = headers['if-none-match']?.split(',') ?? []
  return tags.some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag)
}

/**
 * Returns the part of a file of `size` bytes that a request asks for by `Range`, or 'unsatisfiable' if it is beyond the
 * file's end. Returns undefined if the whole file is to be sent: without `Range`, for several ranges, and if `If-Range`
 * names another version than `etag`.
 */
export function chooseRange(
  { method, headers }: Pick<FastifyRequest, 'method' | 'headers'>,
  { size, etag }: { size: number; etag: string },
): ByteRange | 'unsatisfiable' | undefined {
  const { range, 'if-range': version } = headers
  if (range === undefined || method !== 'GET') return undefined
  if (version !== undefined && version !== etag) return undefined
  const { code, type, ranges } = parse(size, range)
  const isInvalid = (code & 1) !== 0
  if (isInvalid || type !== 'bytes' || ranges.length > 1) return undefined
  return ranges[0] ?? 'unsatisfiable'
}
