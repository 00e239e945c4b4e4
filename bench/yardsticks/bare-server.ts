import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** An answer exactly as another server gave it. */
export type RecordedAnswer = {
  status: number
  /** Names and values in turns, without those that node:http adds by itself. */
  headers: string[]
  body: Uint8Array
  keepAliveTimeout: number
}

/** The yardstick of a page or a list: node:http and nothing else, sending recorded bytes. */
process.once('message', (answer: RecordedAnswer) => {
  const body = Buffer.from(answer.body)
  const server = createServer((_request, response) => {
    response.writeHead(answer.status, answer.headers)
    response.end(body)
  })
  server.keepAliveTimeout = answer.keepAliveTimeout
  server.listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port))
})
process.once('disconnect', () => process.exit(0))
