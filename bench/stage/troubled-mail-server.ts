import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'

type TroubledMailServer = {
  /** A URL per node, to distinguish their connections. */
  urls: string[]
  /** When each mail was accepted, by recipient. */
  taken: Map<string, number[]>
  /** Returns the number of accepted mails. */
  count: () => number
  /** Returns the number of open connections, of one node or of all. */
  connections: (node?: number) => number
  /** Rejects all mails for this time, as if a quota was exhausted. */
  useUpQuota: (ms: number) => void
  /** Sends no responses for this time, and handles pending commands afterwards. */
  hang: (ms: number) => void
  close: () => void
}

/** Starts a mail server with a URL per node that can simulate real problems. */
export async function startTroubledMailServer(nodes: number): Promise<TroubledMailServer> {
  const taken = new Map<string, number[]>()
  let [count, quotaUntil] = [0, 0]
  let hanging: Promise<unknown> = Promise.resolve()
  const doors = await Promise.all(Array.from({ length: nodes }, open))

  async function open() {
    const sockets = new Set<Socket>()
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      async onConnect(_session, done) {
        await hanging
        done()
      },
      async onMailFrom(_address, _session, done) {
        await hanging
        done()
      },
      async onRcptTo(_address, _session, done) {
        await hanging
        if (Date.now() >= quotaUntil) return done()
        done(Object.assign(new Error('4.5.3 Too many mails for now'), { responseCode: 452 }))
      },
      onData(stream, { envelope }, done) {
        stream.resume()
        const take = () => {
          count++
          for (const { address } of envelope.rcptTo) {
            taken.set(address, [...(taken.get(address) ?? []), performance.now()])
          }
          done()
        }
        stream.on('end', () => void hanging.then(take))
      },
    })
    server.on('error', () => {})
    server.server.on('connection', (socket: Socket) => {
      sockets.add(socket)
      socket.on('close', () => sockets.delete(socket))
    })
    server.listen(0, '127.0.0.1')
    await once(server.server, 'listening')
    const url = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`
    return { url, sockets, close: () => server.close(() => {}) }
  }

  return {
    urls: doors.map(({ url }) => url),
    taken,
    count: () => count,
    connections: (node) =>
      doors
        .filter((_, index) => node === undefined || node === index)
        .reduce((sum, { sockets }) => sum + sockets.size, 0),
    useUpQuota: (ms) => void (quotaUntil = Date.now() + ms),
    hang: (ms) => void (hanging = wait(ms)),
    close: () => doors.forEach(({ close }) => close()),
  }
}
