import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Client } from 'pg'
import { LimitedClient } from '#platform/db/connection-limits.ts'
import { listenerConnection } from '#platform/db/earlier-nodes.ts'
import type { OpenDatabase } from '#platform/db/open.ts'
import { findDatabaseTrouble, markAsDatabases } from '#platform/errors/database-trouble.ts'
import type { Listening } from './response-cache.ts'

const channel = 'greenroom_events_changed'
const settingsChannel = 'greenroom_settings_changed'
const retryMs = 1000
const pulseMs = 5000
const patienceMs = 3000
const usualHearingMs = 60_000

/** Warning if this node receives no PostgreSQL notifications, shown in the log, in /api/ready and on the dashboard. */
export const cannotListenMessage =
  'This node receives no notifications from other nodes, so it does not cache pages: they are slower but never stale. If DATABASE_URL points to a pooler in transaction mode, set DATABASE_DIRECT_URL to the server itself.'

/**
 * Drops this node's cached responses when an event changes on any node, by LISTEN for a NOTIFY. While the node
 * cannot listen, it caches no responses; while the database is down, it serves stale ones. Poolers accept LISTEN
 * but deliver no notifications. The node therefore notifies itself every minute and caches responses only if the
 * notification arrives. The embedded database has one process, which needs no notifications.
 */
export async function listenForEventChanges(
  app: FastifyInstance,
  { kind, url, directUrl, pool }: Pick<OpenDatabase, 'kind' | 'url' | 'directUrl' | 'pool'>,
  hearingMs = usualHearingMs,
): Promise<void> {
  if (kind === 'embedded') return
  const { cache, report, refreshSite, refreshSettings } = app.deps
  let current: Client | undefined
  let retry: NodeJS.Timeout | undefined
  let isAway = false
  const own = `greenroom_own_${randomUUID().replaceAll('-', '')}`
  let hear = () => {}
  let isSaid = false

  function setListening(listening: Listening) {
    isAway = listening === 'away'
    cache.setListening(listening)
  }

  function listenIn(ms: number) {
    clearTimeout(retry)
    retry = setTimeout(() => void listen(), ms)
  }

  async function listen() {
    const client = createListener(directUrl ?? url)
    let isConnected = false
    current = client
    const lost = (error: unknown) => {
      if (current !== client) return
      current = undefined
      // If the connection worked before, do not assume that the database is down: the next attempt to connect will
      // show.
      setListening(!isConnected && findDatabaseTrouble(error)?.kind === 'away' ? 'away' : 'nothing')
      report('Listening for changes', error)
      listenIn(isConnected ? 0 : retryMs)
      void drop(client)
    }
    client.on('error', lost)
    client.on('notification', ({ channel: told, payload }) => {
      if (told === own) hear()
      else if (told === settingsChannel) void refreshSettings()
      else if (payload === 'site') void refreshSite()
      else cache.clear()
    })
    try {
      await client.connect().catch((error: unknown) => {
        markAsDatabases(error)
        throw error
      })
      await client.query(`listen ${channel}; listen ${settingsChannel}; listen ${own}`)
      if (current !== client) return
      isConnected = true
      await tryHearing(client)
      void keepAsking(client).catch(lost)
    } catch (error) {
      lost(error)
    }
  }

  /**
   * Sends a PostgreSQL notification to this node itself and returns whether it arrives; undefined if it could not be
   * sent.
   */
  async function hearsItself() {
    const heard = new Promise<true>((resolve) => (hear = () => resolve(true)))
    const telling = pool.query(`notify ${own}`).then(
      () => true,
      () => false,
    )
    if (!(await inTime(telling))) return undefined
    return inTime(heard)
  }

  async function tryHearing(client: Client) {
    const isHeard = await hearsItself()
    if (current !== client || isHeard === undefined) return
    const wanted = isHeard ? 'all' : 'deaf'
    if (cache.listening() !== wanted) setListening(wanted)
    if (!isHeard && !isSaid) report('Listening for changes', new Error(cannotListenMessage))
    isSaid = !isHeard
  }

  /**
   * Queries the listening connection regularly, to detect a dead connection: LISTEN alone would wait for notifications
   * forever.
   */
  async function keepAsking(client: Client) {
    let triedAt = performance.now()
    for (;;) {
      await wait(Math.min(pulseMs, hearingMs), undefined, { ref: false })
      if (current !== client) return
      await client.query('select 1')
      // Skip the test if notifications arrive and the last test was recent. If the last test notification did not
      // arrive, send another, because it may only have been late.
      if (cache.listening() === 'all' && performance.now() - triedAt < hearingMs) continue
      triedAt = performance.now()
      await tryHearing(client)
    }
  }

  /**
   * Called after each use of a pool connection. A query that succeeds while the database counts as down ends the
   * serving of stale responses.
   */
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
    application_name: listenerConnection,
    query_timeout: patienceMs,
  })
}

function inTime(answer: Promise<boolean>): Promise<boolean> {
  return Promise.race([answer, wait(patienceMs, false, { ref: false })])
}

/** Closes the listening connection; waits at most a second for the server. */
async function drop(client: Client) {
  client.removeAllListeners('notification')
  client.removeAllListeners('error')
  client.on('error', () => {})
  await Promise.race([client.end().catch(() => {}), wait(1000, undefined, { ref: false })])
}
