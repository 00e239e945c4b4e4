import { startDatabaseProxy } from '#tests/support/database-proxy.ts'
import { startPostgres } from '#tests/support/postgres.ts'
import { startGreenroom, type Greenroom } from '#tests/support/start-greenroom.ts'

/** A site, a fault to inject, and a direct connection to its database. */
export type Stage = {
  greenroom: Greenroom
  /** Undefined for the embedded database, which is read after the site has stopped. */
  databaseUrl?: string
  strike(): Promise<void>
  close(): Promise<void>
}

const env = { RATE_LIMITS: 'off' }

async function startServer() {
  const server = await startPostgres({ durable: true })
  if (server.url === null) throw new Error(server.reason)
  return server
}

/** Faults by their name in docs/operations.md, "Faults that were tried". */
export const faults: Record<string, () => Promise<Stage>> = {
  async 'kill -9, embedded'() {
    const greenroom = await startGreenroom({ env })
    return { greenroom, strike: () => killAndRestart(greenroom), close: greenroom.close }
  },

  async 'kill -9, PostgreSQL'() {
    const { url: databaseUrl, stop: cleanUp } = await startServer()
    const greenroom = await startGreenroom({ env, databaseUrl, cleanUp })
    return {
      greenroom,
      databaseUrl,
      strike: () => killAndRestart(greenroom),
      close: greenroom.close,
    }
  },

  async 'silent connections'() {
    const server = await startServer()
    const proxy = await startDatabaseProxy(server.url)
    async function cleanUp() {
      proxy.close()
      await server.stop()
    }
    const greenroom = await startGreenroom({ env, databaseUrl: proxy.url, cleanUp })
    return {
      greenroom,
      databaseUrl: server.url,
      strike: async () => proxy.silenceOld(),
      close: greenroom.close,
    }
  },

  async 'database restart'() {
    const server = await startServer()
    const { url: databaseUrl, stop: cleanUp } = server
    const greenroom = await startGreenroom({ env, databaseUrl, cleanUp })
    async function strike() {
      await server.kill()
      await server.restart()
    }
    return { greenroom, databaseUrl, strike, close: greenroom.close }
  },
}

async function killAndRestart(greenroom: Greenroom) {
  await greenroom.kill()
  await greenroom.restart()
}
