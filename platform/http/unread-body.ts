import type { FastifyReply, FastifyRequest } from 'fastify'

const mostBytes = 16 * 1024 * 1024
const mostMs = 10_000
/**
 * Milliseconds of silence after which the client is assumed to wait for the response instead of sending more of the
 * body.
 */
const silenceMs = 1000

/**
 * Returns whether the response closes the connection while the client may still be sending the body. Unread input
 * would make the operating system reset the connection, and the client would lose the response.
 */
export function leavesUnread(request: FastifyRequest, reply: FastifyReply): boolean {
  const { headers, httpVersion, complete, readableEnded } = request.raw
  const length = Number(headers['content-length'] ?? 0)
  const hasBody = length > 0 || headers['transfer-encoding'] !== undefined
  const ends =
    reply.getHeader('connection') === 'close' ||
    /\bclose\b/i.test(headers.connection ?? '') ||
    httpVersion === '1.0'
  return hasBody && ends && !complete && !readableEnded && length <= mostBytes
}

/** Reads and discards the rest of the request body, up to 16 MiB or ten seconds. */
export function discardBody({ raw }: FastifyRequest): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const overdue = setTimeout(stop, mostMs)
  const silence = setTimeout(stop, silenceMs)
  let read = 0
  function count(part: Buffer) {
    read += part.length
    if (read > mostBytes) stop()
    else silence.refresh()
  }
  function stop() {
    clearTimeout(overdue)
    clearTimeout(silence)
    raw.off('data', count).off('end', stop).off('close', stop).off('error', stop)
    resolve()
  }
  raw.on('data', count).once('end', stop).once('close', stop).once('error', stop).resume()
  return promise
}
