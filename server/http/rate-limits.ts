import type { Pool } from 'pg'
import {
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
  type RateLimiterAbstract,
} from 'rate-limiter-flexible'
import { Refusal } from '#server/refusal.ts'

const minute = 60

/** Numbers of decisions.md, "People and access"; each for one key and window. */
const allowances = {
  calls: { points: 600, duration: minute },
  registrations: { points: 300, duration: minute },
  unknownEmails: { points: 30, duration: minute },
  linkMails: { points: 20, duration: 15 * minute },
  adminLoginFailures: { points: 10, duration: 15 * minute },
} as const

type LimitName = keyof typeof allowances

export type RateLimits = {
  /** Counts one; throws a 429 Refusal with Retry-After when the allowance is used up. */
  count(name: LimitName, key: string): Promise<void>
  /** Throws the same Refusal without counting. */
  check(name: LimitName, key: string): Promise<void>
  /** Forgets what was counted. */
  reset(name: LimitName, key: string): Promise<void>
  /** Does one piece of work after the other for each key, on this node. */
  inTurn<Result>(key: string, work: () => Promise<Result>): Promise<Result>
}

function tooMany(answer: RateLimiterRes) {
  const seconds = Math.max(1, Math.ceil(answer.msBeforeNext / 1000))
  const wait =
    seconds > 90
      ? `${Math.ceil(seconds / 60)} minutes`
      : `${seconds} ${seconds === 1 ? 'second' : 'seconds'}`
  return new Refusal(
    429,
    `Too many requests from your network. Please wait ${wait} and try again.`,
    { retryAfter: seconds },
    { 'retry-after': String(seconds) },
  )
}

async function refuseOnReject(consumption: Promise<unknown>) {
  try {
    await consumption
  } catch (answer) {
    throw answer instanceof RateLimiterRes ? tooMany(answer) : answer
  }
}

/**
 * Limits for one client address. With a PostgreSQL server the counters live there, so that they hold
 * across nodes; while it does not answer, and on the embedded database, they live in the process.
 */
export function createRateLimits(storage: {
  kind: 'embedded' | 'postgres'
  pool: Pool
}): RateLimits {
  const limiters = Object.fromEntries(
    Object.entries(allowances).map(([name, allowance]) => {
      const options = { keyPrefix: name, ...allowance }
      const memory = new RateLimiterMemory(options)
      if (storage.kind === 'embedded') return [name, memory]
      const shared = new RateLimiterPostgres({
        ...options,
        storeClient: storage.pool,
        storeType: 'pool',
        tableName: 'rate_limits',
        tableCreated: true,
        clearExpiredByTimeout: name === 'calls',
        insuranceLimiter: memory,
      })
      return [name, shared]
    }),
  ) as Record<LimitName, RateLimiterAbstract>

  return {
    count: (name, key) => refuseOnReject(limiters[name].consume(key)),
    async check(name, key) {
      const answer = await limiters[name].get(key)
      if (!answer || answer.msBeforeNext <= 0) return
      if (answer.consumedPoints >= allowances[name].points) throw tooMany(answer)
    },
    async reset(name, key) {
      await limiters[name].delete(key)
    },
    inTurn: createTurns(),
  }
}

function createTurns(): RateLimits['inTurn'] {
  const last = new Map<string, Promise<unknown>>()
  return async (key, work) => {
    const mine = (last.get(key) ?? Promise.resolve()).then(work)
    const over = mine.catch(() => {})
    last.set(key, over)
    try {
      return await mine
    } finally {
      if (last.get(key) === over) last.delete(key)
    }
  }
}

/** RATE_LIMITS=off: nothing is counted. */
export const noRateLimits: RateLimits = {
  count: () => Promise.resolve(),
  check: () => Promise.resolve(),
  reset: () => Promise.resolve(),
  inTurn: (_key, work) => work(),
}
