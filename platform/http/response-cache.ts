import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '#kernel/clock.ts'
import { findDatabaseTrouble } from '#platform/errors/database-trouble.ts'
import { buildEntry, writeEntry, type Entry, type Rendered } from './cached-response.ts'

export type ResponseCache = {
  /** Answers at once from what is kept, and says whether it did. */
  sendCached(request: FastifyRequest, reply: FastifyReply, key: string): boolean
  /** Answers from the cache, rendering first where it holds nothing. */
  send(
    request: FastifyRequest,
    reply: FastifyReply,
    key: string,
    render: () => Promise<Rendered>,
  ): Promise<void>
  /** Answers with the last good one, where there is one, marked by these headers. */
  sendLast(
    request: FastifyRequest,
    reply: FastifyReply,
    key: string,
    marks: Record<string, string>,
  ): boolean
  /** Whether an answer is kept, or being made, under this key. */
  holds(key: string): boolean
  /** Forgets everything: an event or the site's content changed. */
  clear(): void
  /** What the node hears of changes made elsewhere. */
  setListening(listening: Listening): void
  listening(): Listening
}

/**
 * `all`: answers are kept. `nothing`: each is made anew; older ones stand in where the database fails.
 * `away`: nobody can ask the database, and older answers are given at once, expired ones too. `deaf`: as
 * `nothing`, for as long as somebody does not set it up otherwise.
 */
export type Listening = 'all' | 'nothing' | 'away' | 'deaf'

type CachedResponse = { building: Promise<Entry>; ready?: Entry; usedAt: number }

const mostEntries = 200
/** How long somebody waits for a new answer where an older one could be given. */
const usualPatienceMs = 3000

/**
 * Public answers with their compressed forms and ETag. An entry ends when `clear` is called and at the
 * moment the next event's effective status changes (`nextChange`); while the database does not answer,
 * the last one made goes on.
 */
export function createResponseCache(options: {
  clock: Clock
  /** When the first event ends after `now`, the instant before the answer was begun. */
  nextChange: (now: Date) => Promise<Date | undefined>
  /** What goes with every answer, as it is when the answer is made. */
  headers: () => Record<string, string>
  patienceMs?: number
}): ResponseCache {
  const { patienceMs = usualPatienceMs } = options
  /** What is being made, and beside it what is ready. */
  const entries = new Map<string, CachedResponse>()
  /** The last good answer of each, for as long as the database does not answer. */
  const last = new Map<string, Entry>()
  /** Counts what is asked for: it stays, such as the front page among hundreds of events'. */
  let uses = 0
  let generation = 0
  let listening: Listening = 'all'

  async function build(render: () => Promise<Rendered>): Promise<Entry> {
    const now = options.clock.now()
    // Whoever cannot say how long an answer is true may still give it once.
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
    // Made-up addresses push nothing out: only what turned out to be there is counted.
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
      // A database whose line is silent answers neither well nor badly for a long while.
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
      // What is being made may be told by a node that heard nothing.
      entries.clear()
      listening = now
    },
    listening: () => listening,
  }
}

/** Rare, and cheaper than putting them in order at each use. */
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
