import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '#server/clock.ts'
import { findDatabaseTrouble } from '#server/db/database-trouble.ts'
import { buildEntry, writeEntry, type Entry, type Rendered } from './kept-answer.ts'

export type AnswerCache = {
  /** Answers at once from what is kept, and says whether it did. */
  sendKept(request: FastifyRequest, reply: FastifyReply, key: string): boolean
  /** Answers from the cache, rendering first where it holds nothing. */
  send(
    request: FastifyRequest,
    reply: FastifyReply,
    key: string,
    render: () => Promise<Rendered>,
  ): Promise<void>
  /** Whether an answer is kept, or being made, under this key. */
  holds(key: string): boolean
  /** Forgets everything: an event or the site's content changed. */
  clear(): void
  /** What the node hears of changes made elsewhere. */
  hear(hearing: Hearing): void
}

/**
 * `all`: answers are kept. `nothing`: each is made anew; older ones stand in where the database fails.
 * `away`: nobody can ask the database, and older answers are given at once, expired ones too.
 */
export type Hearing = 'all' | 'nothing' | 'away'

const mostEntries = 200

/**
 * Public answers with their compressed forms and ETag. An entry ends when `clear` is called and at the
 * moment the next event's effective status changes (`nextChange`); while the database does not answer,
 * the last one made goes on.
 */
export function createAnswerCache(options: {
  clock: Clock
  /** When the first event ends after `now`, the instant before the answer was begun. */
  nextChange: (now: Date) => Promise<Date | undefined>
  headers: Record<string, string>
}): AnswerCache {
  /** What is being made, and beside it what is ready. */
  const entries = new Map<string, { building: Promise<Entry>; ready?: Entry }>()
  /** The last good answer of each, for as long as the database does not answer. */
  const last = new Map<string, Entry>()
  let generation = 0
  let hearing: Hearing = 'all'

  async function build(render: () => Promise<Rendered>): Promise<Entry> {
    const now = options.clock.now()
    // Whoever cannot say how long an answer is true may still give it once.
    const nextChange = options.nextChange(now).catch(() => now)
    const [rendered, change] = await Promise.all([render(), nextChange])
    return buildEntry(rendered, change?.getTime() ?? Infinity, options.headers)
  }

  function isFresh(entry: Entry) {
    return entry.expiresAt > options.clock.now().getTime()
  }

  async function find(key: string, render: () => Promise<Rendered>): Promise<Entry> {
    const kept = entries.get(key)
    const entry = await kept?.building
    if (entry && isFresh(entry)) return entry
    if (entries.get(key) === kept) entries.delete(key)
    return entries.get(key)?.building ?? keep(key, build(render))
  }

  function keep(key: string, building: Promise<Entry>) {
    const born = generation
    const kept: { building: Promise<Entry>; ready?: Entry } = { building }
    if (hearing === 'all') remember(entries, key, kept)
    const forget = () => entries.get(key) === kept && entries.delete(key)
    void building.then((entry) => {
      if (born !== generation || entry.status >= 500) return forget()
      kept.ready = entry
      return remember(last, key, entry)
    }, forget)
    return building
  }

  async function findOrLast(key: string, render: () => Promise<Rendered>): Promise<Entry> {
    const old = last.get(key)
    try {
      const entry = await find(key, render)
      return entry.status === 503 && old ? old : entry
    } catch (error) {
      if (old && findDatabaseTrouble(error)) return old
      throw error
    }
  }

  function findReady(key: string) {
    if (hearing === 'away') return last.get(key)
    const entry = entries.get(key)?.ready
    return entry && isFresh(entry) ? entry : undefined
  }

  function clear() {
    generation++
    entries.clear()
    last.clear()
  }

  return {
    sendKept(request, reply, key) {
      const entry = findReady(key)
      if (entry) writeEntry(request, reply, entry)
      return entry !== undefined
    },
    async send(request, reply, key, render) {
      writeEntry(request, reply, await findOrLast(key, render))
    },
    holds: (key) => entries.has(key) || (hearing === 'away' && last.has(key)),
    clear,
    hear(now) {
      if (now === 'all') clear()
      // What is being made may be told by a node that heard nothing.
      entries.clear()
      hearing = now
    },
  }
}

function remember<Value>(kept: Map<string, Value>, key: string, value: Value) {
  if (!kept.has(key) && kept.size >= mostEntries) kept.delete(kept.keys().next().value!)
  kept.set(key, value)
}
