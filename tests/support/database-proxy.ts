import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export type DatabaseProxy = {
  url: string
  /** Passes nothing on for the connections there are, without closing them; new ones are served. */
  silenceOld(): void
  /** Passes nothing on for those that come later either. */
  silenceAll(): void
  close(): void
}

/** A way to the database that can lose its memory of connections, as a firewall or a failover does. */
export async function startDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const { hostname, port } = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  let silent = new Set<Socket>()
  let isSilent = false
  const server = createServer((near) => {
    const far = connect({ port: Number(port), host: hostname, allowHalfOpen: true })
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      const hears = () => !isSilent && !silent.has(near)
      from.on('data', (bytes) => hears() && to.write(bytes))
      from.on('end', () => hears() && to.end())
      from.on('error', () => {})
      from.on('close', () => {
        sockets.delete(from)
        if (hears()) to.destroy()
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    silenceOld: () => void (silent = new Set(sockets)),
    silenceAll: () => void (isSilent = true),
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
