import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A response exactly as another server sent it. */
export type RecordedAnswer = {
  status: number
  /** Alternating names and values, without those that node:http adds. */
  headers: string[]
  body: Uint8Array
  keepAliveTimeout: number
}

/** The yardstick of a page or list: node:http that sends recorded bytes. */
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
