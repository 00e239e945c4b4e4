import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** Handles a request whose whole body has been read. */
type Serve = (request: IncomingMessage, response: ServerResponse, body: Buffer) => unknown

/**
 * Starts an HTTP server on a free port, to simulate an external service. After `close`, the port is closed
 * until `open`. Requests that break off before their end are ignored.
 */
export async function openHttpServer(serve: Serve) {
  let port = 0

  async function take(request: IncomingMessage, response: ServerResponse) {
    const body = await buffer(request).catch(() => undefined)
    if (body) await serve(request, response, body)
  }
  const server = createServer((request, response) => void take(request, response))

  async function open() {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    port = (server.address() as AddressInfo).port
  }
  async function close() {
    server.closeAllConnections()
    await new Promise<void>((resolve) => void server.close(() => resolve()))
  }
  await open()
  const isOpen = () => server.listening
  return { origin: `http://127.0.0.1:${port}`, open, close, isOpen }
}
