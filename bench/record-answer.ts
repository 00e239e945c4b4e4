import { get, type IncomingMessage } from 'node:http'
import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import type { RecordedAnswer } from './bare-server.ts'

/** What a browser says it understands. */
export const browserEncodings = 'gzip, deflate, br, zstd'

const addedByNode = new Set(['date', 'connection', 'keep-alive'])

/** Asks as a browser does and keeps the answer byte for byte, its headers spelled as they were sent. */
export async function recordAnswer(url: string): Promise<RecordedAnswer> {
  const headers = { 'accept-encoding': browserEncodings, connection: 'keep-alive' }
  const request = get(url, { headers, agent: false })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  const body = await buffer(response)
  request.destroy()
  const pairs = Array.from({ length: response.rawHeaders.length / 2 }, (_, index) =>
    response.rawHeaders.slice(index * 2, index * 2 + 2),
  )
  const seconds = /timeout=(\d+)/.exec(String(response.headers['keep-alive']))?.[1] ?? 5
  return {
    status: response.statusCode!,
    headers: pairs.filter(([name]) => !addedByNode.has(name!.toLowerCase())).flat(),
    body,
    keepAliveTimeout: Number(seconds) * 1000,
  }
}

/** Throws unless both addresses answer with the same status, headers and bytes. */
export async function requireSameAnswer(one: string, other: string) {
  const [first, second] = await Promise.all([recordAnswer(one), recordAnswer(other)])
  const form = ({ body, ...rest }: RecordedAnswer) =>
    JSON.stringify([rest, Buffer.from(body).toString('base64')])
  if (form(first) !== form(second)) throw new Error(`${one} and ${other} answer differently`)
}
