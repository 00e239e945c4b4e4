import { get, type IncomingMessage } from 'node:http'
import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import type { RecordedAnswer } from './bare-server.ts'

const addedByNode = new Set(['date', 'connection', 'keep-alive'])

/** Sends a request and returns the response byte for byte, with the headers' original spelling. */
export async function recordAnswer(
  url: string,
  headers: Record<string, string>,
): Promise<RecordedAnswer> {
  const request = get(url, { headers: { ...headers, connection: 'keep-alive' }, agent: false })
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

/** Throws unless both URLs return the same status, headers and bytes. */
export async function requireSameAnswer(
  one: string,
  other: string,
  headers: Record<string, string>,
) {
  const [first, second] = await Promise.all([
    recordAnswer(one, headers),
    recordAnswer(other, headers),
  ])
  const form = ({ body, ...rest }: RecordedAnswer) =>
    JSON.stringify([rest, Buffer.from(body).toString('base64')])
  if (form(first) !== form(second)) throw new Error(`${one} and ${other} answer differently`)
}
