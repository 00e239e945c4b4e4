import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'

export type RawAnswer = {
  statusCode: number
  headers: IncomingMessage['headers']
  body: string
}

/** Sends a request over a real connection with its path exactly as written. */
export async function rawRequest(
  origin: string,
  sent: { method?: string; url: string; headers?: Record<string, string>; payload?: string },
): Promise<RawAnswer> {
  const { hostname, port } = new URL(origin)
  const { method = 'GET', url: path, headers = {}, payload } = sent
  const call = request({ hostname, port, method, path, headers, agent: false })
  call.end(payload)
  const [answer] = (await once(call, 'response')) as [IncomingMessage]
  return { statusCode: answer.statusCode!, headers: answer.headers, body: await text(answer) }
}
