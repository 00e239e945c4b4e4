import { once } from 'node:events'
import { request, type IncomingHttpHeaders } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import { certificates } from './certificates.ts'

export type HttpsProxy = {
  url: string
  /** Sets the site behind it; until then it answers 502. */
  leadTo(origin: string): void
  present(certificate: keyof typeof certificates): void
  /** Changes the headers that it forwards. */
  pass(change: (headers: IncomingHttpHeaders) => void): void
  /** Overrides the Date header of responses. */
  say(date: Date | undefined): void
  /** Whether it never responds. */
  hang(hangs: boolean): void
}

/** Starts an https proxy, as in front of a public site, until the test ends. */
export async function startHttpsProxy(): Promise<HttpsProxy> {
  let target: string | undefined
  let change = (_headers: IncomingHttpHeaders) => {}
  let date: Date | undefined
  let hangs = false
  const dated = () => (date ? { date: date.toUTCString() } : {})
  const sockets = new Set<Socket>()
  const server = createServer(certificates.site, (incoming, outgoing) => {
    const refuse = () => outgoing.writeHead(502, dated()).end('Bad Gateway')
    if (hangs || !target) {
      if (!hangs) refuse()
      return
    }
    const before = incoming.headers['x-forwarded-for']
    const own = incoming.socket.remoteAddress!.replace('::ffff:', '')
    const headers: IncomingHttpHeaders = {
      ...incoming.headers,
      'x-forwarded-for': before ? `${String(before)}, ${own}` : own,
      'x-forwarded-proto': 'https',
    }
    change(headers)
    const { method } = incoming
    const passed = request(target + incoming.url, { method, headers, agent: false }, (answer) => {
      const told = { ...answer.headers, ...dated() }
      outgoing.writeHead(answer.statusCode!, told)
      answer.pipe(outgoing)
    })
    passed.on('error', refuse)
    incoming.pipe(passed)
  })
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => {})
  })
  server.listen(0, '0.0.0.0')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return {
    url: `https://0.0.0.0:${(server.address() as AddressInfo).port}`,
    leadTo: (origin) => void (target = origin),
    present: (name) => server.setSecureContext(certificates[name]),
    pass: (next) => void (change = next),
    say: (next) => void (date = next),
    hang: (next) => void (hangs = next),
  }
}
