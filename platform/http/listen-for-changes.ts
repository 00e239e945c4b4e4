import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Client } from 'pg'
import { LimitedClient } from '#platform/db/connection-limits.ts'
import type { OpenDatabase } from '#platform/db/open.ts'
import { findDatabaseTrouble, markAsDatabases } from '#platform/errors/database-trouble.ts'
import type { Listening } from './response-cache.ts'

const channel = 'greenroom_events_changed'
const settingsChannel = 'greenroom_settings_changed'
const retryMs = 1000
const pulseMs = 5000
const patienceMs = 3000
const usualHearingMs = 60_000

/** For the log, /api/ready and the dashboard. */
export const deafWords =
  'This node does not hear what other nodes change, so it keeps no pages: slower, never stale. If DATABASE_URL leads to a pooler in transaction mode, name the server itself in DATABASE_DIRECT_URL.'

/**
 * Drops the cached responses of this node whenever an event changes on any node. A trigger tells of every
 * change; while this node cannot listen it makes each answer anew, and while the database is out of
 * reach it gives the old ones. The embedded database has one process only, and that one drops its
 * answers where it changes events. Poolers take a `listen` and pass nothing on, so a node keeps answers
 * only once it heard of something that it told itself, and tries that every minute.
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
      // One that was heard for a while may be lost alone: only the next try tells.
      setListening(!isConnected && findDatabaseTrouble(error)?.kind === 'away' ? 'away' : 'nothing')
      report('Hearing of event changes', error)
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

  /** Whether what is told by one of the pool's connections arrives; undefined where none could tell it. */
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
    if (!isHeard && !isSaid) report('Hearing of event changes', new Error(deafWords))
    isSaid = !isHeard
  }

  /** A line that is cut without a word stays silent for ever, as one does on which nothing changes. */
  async function keepAsking(client: Client) {
    let triedAt = performance.now()
    for (;;) {
      await wait(Math.min(pulseMs, hearingMs), undefined, { ref: false })
      if (current !== client) return
      await client.query('select 1')
      // What was not heard may only have come late.
      if (cache.listening() === 'all' && performance.now() - triedAt < hearingMs) continue
      triedAt = performance.now()
      await tryHearing(client)
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

function inTime(answer: Promise<boolean>): Promise<boolean> {
  return Promise.race([answer, wait(patienceMs, false, { ref: false })])
}

/** Ends it, without waiting for a server that does not answer. */
async function drop(client: Client) {
  client.removeAllListeners('notification')
  client.removeAllListeners('error')
  client.on('error', () => {})
  await Promise.race([client.end().catch(() => {}), wait(1000, undefined, { ref: false })])
}
