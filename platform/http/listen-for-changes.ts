import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Client } from 'pg'
import { LimitedClient } from '#platform/db/connection-limits.ts'
import type { OpenDatabase } from '#platform/db/open.ts'
import { findDatabaseTrouble, markAsDatabases } from '#platform/errors/database-trouble.ts'
import type { Listening } from './response-cache.ts'

const channel = 'greenroom_events_changed'
const retryMs = 1000
const pulseMs = 5000
const patienceMs = 3000

/**
 * Drops the cached responses of this node whenever an event changes on any node. A trigger tells of every
 * change; while this node cannot listen it makes each answer anew, and while the database is out of
 * reach it gives the old ones. The embedded database has one process only, and that one drops its
 * answers where it changes events.
 */
export async function listenForEventChanges(
  app: FastifyInstance,
  { kind, url, pool }: Pick<OpenDatabase, 'kind' | 'url' | 'pool'>,
): Promise<void> {
  if (kind === 'embedded') return
  const { cache, report } = app.deps
  let current: Client | undefined
  let retry: NodeJS.Timeout | undefined
  let isAway = false

  function setListening(listening: Listening) {
    isAway = listening === 'away'
    cache.setListening(listening)
  }

  function listenIn(ms: number) {
    clearTimeout(retry)
    retry = setTimeout(() => void listen(), ms)
  }

  async function listen() {
    const client = createListener(url)
    let isConnected = false
    current = client
    const lost = (error: unknown) => {
      if (current !== client) return
      current = undefined
      // One that was heard for a while may be lost alone: only the next try tells.
      setListening(!isConnected && findDatabaseTrouble(error)?.kind === 'away' ? 'away' : 'nothing')
      report('Hearing of event changes', error)
      listenIn(isConnected ? 0 : retryMs)
      void drop(client)
    }
    client.on('error', lost)
    client.on('notification', () => cache.clear())
    try {
      await client.connect().catch((error: unknown) => {
        markAsDatabases(error)
        throw error
      })
      await client.query(`listen ${channel}`)
      if (current !== client) return
      isConnected = true
      setListening('all')
      void keepAsking(client, () => current === client).catch(lost)
    } catch (error) {
      lost(error)
    }
  }

  /** Somebody reached the database: nothing old is given from now on. */
  function noteAnswer(error: unknown) {
    if (!isAway || error) return
    setListening('nothing')
    if (!current) listenIn(0)
  }

  cache.setListening('nothing')
  await listen()
  pool.on('release', noteAnswer)
  app.addHook('onClose', async () => {
    pool.off('release', noteAnswer)
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
