import type { FastifyInstance } from 'fastify'
import { Client } from 'pg'
import type { OpenDatabase } from '#server/db/open.ts'

const channel = 'greenroom_events_changed'
const retryMs = 1000

/**
 * Drops the kept answers of this node whenever an event changes on any node. A trigger tells of every
 * change; while this node cannot listen it keeps nothing. The embedded database has one process only,
 * and that one drops its answers where it changes events.
 */
export async function hearOfEventChanges(
  app: FastifyInstance,
  { kind, url }: Pick<OpenDatabase, 'kind' | 'url'>,
): Promise<void> {
  if (kind === 'embedded') return
  const { cache } = app.deps
  let isClosing = false
  let client: Client | undefined
  let retry: NodeJS.Timeout | undefined

  async function connect() {
    client = new Client({
      connectionString: url,
      application_name: 'greenroom-listen',
      keepAlive: true,
    })
    client.on('error', again)
    client.on('notification', () => cache.clear())
    await client.connect()
    await client.query(`listen ${channel}`)
    cache.suspend(false)
  }
  async function listen() {
    try {
      await connect()
    } catch (error) {
      again(error as Error)
    }
  }
  async function drop(broken: Client | undefined) {
    broken?.removeAllListeners()
    broken?.on('error', () => {})
    await broken?.end().catch(() => {})
  }
  function again(error: Error) {
    if (isClosing) return
    cache.suspend(true)
    void drop(client)
    app.log.warn({ err: error }, 'cannot hear of event changes; answers are not kept meanwhile')
    clearTimeout(retry)
    retry = setTimeout(() => void listen(), retryMs)
  }

  cache.suspend(true)
  await listen()
  app.addHook('onClose', async () => {
    isClosing = true
    clearTimeout(retry)
    await drop(client)
  })
}
