import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '#kernel/clock.ts'
import { findDatabaseTrouble } from '#platform/errors/database-trouble.ts'
import { buildEntry, writeEntry, type Entry, type Rendered } from './cached-response.ts'

export type ResponseCache = {
  /** Sends the cached response of this key; returns false on a cache miss. */
  sendCached(request: FastifyRequest, reply: FastifyReply, key: string): boolean
  /** Sends the cached response of this key; on a cache miss, renders the response first. */
  send(
    request: FastifyRequest,
    reply: FastifyReply,
    key: string,
    render: () => Promise<Rendered>,
  ): Promise<void>
  /**
   * For use while the database is down: sends the last successful response of this key, with the additional headers
   * `marks`. Returns false if there is none.
   */
  sendLast(
    request: FastifyRequest,
    reply: FastifyReply,
    key: string,
    marks: Record<string, string>,
  ): boolean
  /** Returns whether a response is cached or being rendered for this key. */
  holds(key: string): boolean
  /** Drops all cached responses, because an event or the site's content changed. */
  clear(): void
  /** Sets whether changes on other nodes are reported to this node. */
  setListening(listening: Listening): void
  listening(): Listening
}

/**
 * Whether changes on other nodes are reported to this node, so that responses may be cached. `all`: yes. `nothing`: not
 * at present; render every response, but serve a stale one if the database fails.
 * `away`: the database is down; serve stale responses at once. `deaf`: a pooler suppresses notifications; the same as
 * `nothing`.
 */
export type Listening = 'all' | 'nothing' | 'away' | 'deaf'

type CachedResponse = { building: Promise<Entry>; ready?: Entry; usedAt: number }

const mostEntries = 200
/** How long a request waits for a fresh response if a stale one exists, in milliseconds. */
const usualPatienceMs = 3000

/**
 * Caches public responses with their compressed forms and ETags. All entries become stale on `clear`, and when the
 * status of an event next changes with time (`nextChange`). While the database is down, stale responses are served.
 */
export function createResponseCache(options: {
  clock: Clock
  /** Returns the time of the first status change of any event after `now`, the time when rendering began. */
  nextChange: (now: Date) => Promise<Date | undefined>
  /** Returns headers to add to every response when it is rendered. */
  headers: () => Record<string, string>
  patienceMs?: number
}): ResponseCache {
  const { patienceMs = usualPatienceMs } = options
  /** Cached responses: ready, or being rendered. */
  const entries = new Map<string, CachedResponse>()
  /** The last successful response per key, served while the database is down. */
  const last = new Map<string, Entry>()
  /** Use counter for LRU eviction. */
  let uses = 0
  let generation = 0
  let listening: Listening = 'all'

  async function build(render: () => Promise<Rendered>): Promise<Entry> {
    const now = options.clock.now()
    // If the query for the time of the next event status change fails, treat the response as stale immediately.
    const nextChange = options.nextChange(now).catch(() => now)
    const [rendered, change] = await Promise.all([render(), nextChange])
    const ends = [change, rendered.until].map((end) => end?.getTime() ?? Infinity)
    return buildEntry(rendered, Math.min(...ends), options.headers())
  }

  function isFresh(entry: Entry) {
    return entry.expiresAt > options.clock.now().getTime()
  }

  async function find(key: string, render: () => Promise<Rendered>): Promise<Entry> {
    const cached = entries.get(key)
    const entry = await cached?.building
    if (entry && isFresh(entry)) return entry
    if (entries.get(key) === cached) entries.delete(key)
    return entries.get(key)?.building ?? keep(key, build(render))
  }

  function keep(key: string, building: Promise<Entry>) {
    const born = generation
    const cached: CachedResponse = { building, usedAt: ++uses }
    // Evict an entry only after a successful render, so that requests for invented URLs evict none.
    if (listening === 'all') entries.set(key, cached)
    const forget = () => entries.get(key) === cached && entries.delete(key)
    void building.then((entry) => {
      if (born !== generation || !entry.isKept) return forget()
      cached.ready = entry
      dropLeastUsed(entries)
      last.delete(key)
      last.set(key, entry)
      return dropOldest(last)
    }, forget)
    return building
  }

  async function findOrLast(key: string, render: () => Promise<Rendered>): Promise<Entry> {
    const old = last.get(key)
    try {
      const found = find(key, render)
      // Wait for a fresh response only briefly if there is a stale one: with a hanging database connection, a query may
      // take very long to fail.
      const entry = await (old
        ? Promise.race([found, wait(patienceMs, old, { ref: false })])
        : found)
      return entry.status === 503 && old ? old : entry
    } catch (error) {
      if (old && findDatabaseTrouble(error)) return old
      throw error
    }
  }

  function findReady(key: string) {
    if (listening === 'away') return last.get(key)
    const cached = entries.get(key)
    if (!cached?.ready || !isFresh(cached.ready)) return undefined
    cached.usedAt = ++uses
    return cached.ready
  }

  function clear() {
    generation++
    entries.clear()
    last.clear()
  }

  return {
    sendCached(request, reply, key) {
      const entry = findReady(key)
      if (entry) writeEntry(request, reply, entry)
      return entry !== undefined
    },
    async send(request, reply, key, render) {
      writeEntry(request, reply, await findOrLast(key, render))
    },
    sendLast(request, reply, key, marks) {
      const entry = last.get(key)
      if (entry) writeEntry(request, reply, entry, marks)
      return entry !== undefined
    },
    holds: (key) => entries.has(key) || (listening === 'away' && last.has(key)),
    clear,
    setListening(now) {
      if (now === 'all') clear()
      // Also drop responses that are being rendered now: they may show the state before a change that was not reported
      // to this node.
      entries.clear()
      listening = now
    },
    listening: () => listening,
  }
}

/** Evicts the least recently used entry. A scan at each rare eviction is cheaper than keeping the entries sorted. */
function dropLeastUsed(entries: Map<string, CachedResponse>) {
  if (entries.size <= mostEntries) return
  const [key] = [...entries].reduce((least, each) =>
    each[1].usedAt < least[1].usedAt ? each : least,
  )
  entries.delete(key)
}

function dropOldest(cached: Map<string, unknown>) {
  if (cached.size > mostEntries) cached.delete(cached.keys().next().value!)
}
