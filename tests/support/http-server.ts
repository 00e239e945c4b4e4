import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** Answers one call; its whole body was read. */
type Serve = (request: IncomingMessage, response: ServerResponse, body: Buffer) => unknown

/**
 * An HTTP server on a free port of this machine, for a stand-in of somebody else's. After `close`
 * nobody answers there until `open`. A call that breaks off before its body is whole is no call.
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
