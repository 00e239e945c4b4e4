import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export type DatabaseProxy = {
  url: string
  /** Silently drops data of existing connections; new ones work. */
  silenceOld(): void
  /** Silently drops data of all connections. */
  silenceAll(): void
  close(): void
}

/**
 * Starts a proxy to the database that can lose connections without closing them, like a firewall or a failover.
 */
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
