import type { FastifyReply, FastifyRequest } from 'fastify'

const mostBytes = 16 * 1024 * 1024
const mostMs = 10_000
/** Who sends nothing for so long waits for the answer. */
const silenceMs = 1000

/**
 * Whether the connection ends with the answer while the caller may still be writing: what is unread then makes
 * the system cut it, and the answer is lost.
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

/** Reads what the caller still writes, and throws it away, up to a bound. */
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
