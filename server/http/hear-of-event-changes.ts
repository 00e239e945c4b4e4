import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Client } from 'pg'
import { LimitedClient } from '#server/db/limited-client.ts'
import type { OpenDatabase } from '#server/db/open.ts'

const channel = 'greenroom_events_changed'
const retryMs = 1000
const pulseMs = 5000
const patienceMs = 3000

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
  let current: Client | undefined
  let retry: NodeJS.Timeout | undefined

  async function listen() {
    const client = createListener(url)
    current = client
    const lost = (error: unknown) => {
      if (current !== client) return
      current = undefined
      cache.suspend(true)
      app.log.warn({ err: error }, 'cannot hear of event changes; answers are not kept meanwhile')
      retry = setTimeout(() => void listen(), retryMs)
      void drop(client)
    }
    client.on('error', lost)
    client.on('notification', () => cache.clear())
    try {
      await client.connect()
      await client.query(`listen ${channel}`)
      if (current !== client) return
      cache.suspend(false)
      void keepAsking(client, () => current === client).catch(lost)
    } catch (error) {
      lost(error)
    }
  }

  cache.suspend(true)
  await listen()
  app.addHook('onClose', async () => {
    clearTimeout(retry)
    const last = current
    current = undefined
    if (last) await drop(last)
  })
}

function createListener(url: string | undefined) {
  return new LimitedClient({
    connectionString: url,
    application_name: 'greenroom-listen',
    query_timeout: patienceMs,
  })
}

/** A line that is cut without a word stays silent for ever, as one does on which nothing changes. */
async function keepAsking(client: Client, isCurrent: () => boolean) {
  for (;;) {
    await wait(pulseMs, undefined, { ref: false })
    if (!isCurrent()) return
    await client.query('select 1')
  }
}

/** Ends it, without waiting for a server that does not answer. */
async function drop(client: Client) {
  client.removeAllListeners('notification')
  client.removeAllListeners('error')
  client.on('error', () => {})
  await Promise.race([client.end().catch(() => {}), wait(1000, undefined, { ref: false })])
}
