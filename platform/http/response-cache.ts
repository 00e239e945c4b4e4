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
   * Sends the last successful response of this key with the headers `marks` added; returns false if there is none.
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
  /** Sets whether this node receives notifications of changes on other nodes. */
  setListening(listening: Listening): void
  listening(): Listening
}

/**
 * Whether this node receives notifications of changes. `all`: yes, so cache responses. `nothing`: not at present,
 * so render each response, and serve a stale one if the database fails. `away`: the database is down, so serve
 * stale responses at once. `deaf`: no, because of a pooler; handled like `nothing`.
 */
export type Listening = 'all' | 'nothing' | 'away' | 'deaf'

type CachedResponse = { building: Promise<Entry>; ready?: Entry; usedAt: number }

const mostEntries = 200
/** How long a request waits for a fresh response if a stale one exists, in milliseconds. */
const usualPatienceMs = 3000

/**
 * Caches public responses with compressed forms and ETag. An entry expires on `clear` and when an event's
 * effective status next changes (`nextChange`). While the database is down, the last response is served.
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
  /** Responses that are ready or being rendered. */
  const entries = new Map<string, CachedResponse>()
  /** The last successful response per key, served while the database is down. */
  const last = new Map<string, Entry>()
  /** Use counter for LRU eviction. */
  let uses = 0
  let generation = 0
  let listening: Listening = 'all'

  async function build(render: () => Promise<Rendered>): Promise<Entry> {
    const now = options.clock.now()
    // If the time of the next change cannot be read, the response expires at once.
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
      // While a database connection hangs, queries neither succeed nor fail for a long time, so do not wait for
      // them.
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
      // A response that is being rendered may predate a change that this node was not notified of.
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
