import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Pool } from 'pg'
import {
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
  type RateLimiterAbstract,
} from 'rate-limiter-flexible'
import { Refusal } from '#platform/errors/refusal.ts'
import { createCall, type Call } from './call.ts'
import { clientAddressKey } from './origin.ts'

const minute = 60
const requests = 'requests from your network'
const tries = 'tries to sign in'

/** All rate limits. In `duration` seconds, each client address (or account, or API key) may make `points` calls. */
export const allowances = {
  calls: { points: 3000, duration: minute, what: requests },
  /**
   * Limit of requests with an invalid session cookie. Separate from `calls`, so that forged cookies cannot use up the
   * limit of signed-in people behind the same IP address.
   */
  emptyCookies: { points: 3000, duration: minute, what: requests },
  /**
   * Limit of pages rendered for visitors, per client address: 300 people behind one address can open two pages each.
   */
  drawings: { points: 600, duration: minute, what: requests },
  /** Limit of pages rendered for one member or administrator, across all of their sessions. */
  drawingsOfPerson: { points: 600, duration: minute, what: 'requests from your account' },
  /**
   * Limit of pages rendered for all members behind one client address: anyone can become a member with an invented
   * email.
   */
  drawingsOfMembers: { points: 1200, duration: minute, what: requests },
  /** Limit of pages that answer form posts, except posts whose API call has a rate limit of its own. */
  formPages: { points: 600, duration: minute, what: requests },
  /** Limit of page views that are counted for one client address; further views are ignored. */
  views: { points: 600, duration: minute, what: requests },
  registrations: { points: 1000, duration: minute, what: requests },
  /**
   * Limit of registrations without an event. Lower than `registrations`, because their response reveals whether an
   * email is known, but not lower still, because many users of a mobile carrier share one client address.
   */
  registrationsWithoutEvent: { points: 300, duration: minute, what: requests },
  unknownEmails: { points: 30, duration: minute, what: requests },
  linkMails: { points: 300, duration: minute, what: requests },
  codeGuesses: { points: 30, duration: 15 * minute, what: tries },
  /** Limit of calls with one API key, across all client addresses. */
  keyCalls: { points: 600, duration: minute, what: 'calls with this key' },
  wrongKeys: { points: 60, duration: minute, what: 'calls with a wrong key' },
  /** Limit of two-factor codes tried for one administrator, across all client addresses. */
  factorGuesses: { points: 20, duration: 60 * minute, what: tries },
  signInFailures: { points: 10, duration: 15 * minute, what: tries },
  signInFailuresOfAddress: { points: 50, duration: 15 * minute, what: tries },
} as const

type LimitName = keyof typeof allowances

/**
 * Rate limits that each node counts in its own memory: they apply to so many requests that each one would otherwise
 * wait for the database.
 */
const countedInMemory: LimitName[] = [
  'calls',
  'drawings',
  'drawingsOfPerson',
  'drawingsOfMembers',
  'formPages',
  'views',
  'emptyCookies',
  'wrongKeys',
]

/** Remaining quota of a key, such as an IP address; `reset` is the number of seconds until the quota is full again. */
export type Left = { limit: number; remaining: number; reset: number }

export type RateLimits = {
  /**
   * Counts one call and returns how many are left; undefined if rate limits are switched off. Throws a 429 Refusal if
   * none is left.
   */
  spend(name: LimitName, key: string): Promise<Left | undefined>
  /** Counts one call; throws a 429 Refusal with Retry-After if the allowance is used up. */
  count(name: LimitName, key: string): Promise<void>
  /** Throws a 429 Refusal if the allowance is used up, without counting. */
  check(name: LimitName, key: string): Promise<void>
  /** Subtracts one call from the number of calls that were counted for `key`. */
  giveBack(name: LimitName, key: string): Promise<void>
  /** Sets the number of calls that were counted for `key` to zero. */
  reset(name: LimitName, key: string): Promise<void>
  /** Runs `work` after earlier work with the same key on this node has ended. */
  inTurn<Result>(key: string, work: () => Promise<Result>): Promise<Result>
}

function tooMany(name: LimitName, answer: RateLimiterRes) {
  const seconds = Math.max(1, Math.ceil(answer.msBeforeNext / 1000))
  const wait =
    seconds > 90
      ? `${Math.ceil(seconds / 60)} minutes`
      : `${seconds} ${seconds === 1 ? 'second' : 'seconds'}`
  return new Refusal('too_many', {
    message: `Too many ${allowances[name].what}. Please wait ${wait} and try again.`,
    retryAfter: seconds,
  })
}

/**
 * Creates the rate limits. With a PostgreSQL server, all nodes share the counters in the database. With the
 * embedded database, and while the PostgreSQL server is down, the counters are in memory.
 */
export function createRateLimits(storage: {
  kind: 'embedded' | 'postgres'
  pool: Pool
}): RateLimits {
  const names = Object.keys(allowances) as LimitName[]
  const limiters = Object.fromEntries(
    names.map((name) => {
      const { points, duration } = allowances[name]
      const options = { keyPrefix: name, points, duration }
      const memory = new RateLimiterMemory(options)
      if (storage.kind === 'embedded' || countedInMemory.includes(name)) return [name, memory]
      const shared = new RateLimiterPostgres({
        ...options,
        storeClient: storage.pool,
        storeType: 'pool',
        tableName: 'rate_limits',
        tableCreated: true,
        // The limiters of all rate limits share one database table, so only one limiter needs to delete expired rows.
        clearExpiredByTimeout: name === 'registrations',
        insuranceLimiter: memory,
      })
      return [name, shared]
    }),
  ) as Record<LimitName, RateLimiterAbstract>

  async function spend(name: LimitName, key: string): Promise<Left> {
    try {
      const { remainingPoints, msBeforeNext } = await limiters[name].consume(key)
      const reset = Math.max(1, Math.ceil(msBeforeNext / 1000))
      return { limit: allowances[name].points, remaining: remainingPoints, reset }
    } catch (answer) {
      throw answer instanceof RateLimiterRes ? tooMany(name, answer) : answer
    }
  }

  return {
    spend,
    async count(name, key) {
      await spend(name, key)
    },
    async check(name, key) {
      const answer = await limiters[name].get(key)
      if (!answer || answer.msBeforeNext <= 0) return
      if (answer.consumedPoints >= allowances[name].points) throw tooMany(name, answer)
    },
    async giveBack(name, key) {
      await limiters[name].reward(key)
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

/** Disables all rate limits, for RATE_LIMITS=off. */
export const noRateLimits: RateLimits = {
  spend: () => Promise.resolve(undefined),
  count: () => Promise.resolve(),
  check: () => Promise.resolve(),
  giveBack: () => Promise.resolve(),
  reset: () => Promise.resolve(),
  inTurn: (_key, work) => work(),
}

/** Counts a call of the client address; throws a 429 Refusal when its allowance per minute is used up. */
export function countCall(request: FastifyRequest): Promise<void> {
  return request.server.deps.limits.count('calls', clientAddressKey(request.ip))
}

/**
 * Counts the rendering of a page: per account for administrators, per account and client address for members, per
 * client address for visitors. Signing in again does not reset the count. Throws a 429 Refusal.
 */
export async function countDrawing(request: FastifyRequest): Promise<void> {
  const { config, limits } = request.server.deps
  if (!config.rateLimits) return
  // If the session cannot be read, count by client address: the page will report the database failure.
  const session = await createCall(request.server, request)
    .session()
    .catch(() => undefined)
  const address = clientAddressKey(request.ip)
  if (session?.isAdmin) {
    await limits.count('drawingsOfPerson', `administrator ${session.administratorId}`)
  } else if (session?.hasVideoAccess) {
    await limits.count('drawingsOfMembers', address)
    await limits.count('drawingsOfPerson', `member ${session.email}`)
  } else {
    await limits.count('drawings', address)
  }
}

/** Counts a page that answers a form post; throws a 429 Refusal. */
export function countFormPage(request: FastifyRequest): Promise<void> {
  return request.server.deps.limits.count('formPages', clientAddressKey(request.ip))
}

/**
 * Runs a look-up that reveals whether an email is known, and counts unknown emails by client address. When the
 * allowance is used up, every look-up is refused: refusing only unknown emails would reveal them. Does not count
 * the email of the caller's session.
 */
export async function limitGuessing<Found extends { isKnown: boolean }>(
  limits: RateLimits,
  call: Call,
  email: string,
  lookUp: () => Promise<Found>,
): Promise<Found> {
  const session = await call.session()
  if (session?.email === email) return lookUp()
  // Run the look-ups of one client address one after another. Otherwise, many simultaneous guesses would pass the rate
  // limit before the first is counted.
  return limits.inTurn(call.addressKey, async () => {
    await limits.check('unknownEmails', call.addressKey)
    const found = await lookUp()
    if (!found.isKnown) await limits.count('unknownEmails', call.addressKey)
    return found
  })
}

/**
 * Returns a short digest of a user name for a rate limit key. Users sometimes type a password as user name, and the
 * digest is too short to recover it.
 */
function digest(username: string) {
  return createHash('sha256').update(username.toLowerCase()).digest('hex').slice(0, 8)
}

const wrongGuesses = [
  'wrong_password',
  'wrong_present_password',
  'wrong_factor',
  'wrong_factor_code',
]

/**
 * Runs a sign-in or a repeated password check and counts failures: by client address, which limits the cost of
 * hashing, and by client address and user name. A user name alone is never locked.
 */
export async function limitSignIns<Result>(
  limits: RateLimits,
  call: Call,
  username: string,
  signIn: () => Promise<Result>,
): Promise<Result> {
  const address = call.addressKey
  const name = `${address} ${digest(username)}`
  // Count before the attempt and subtract on success, so that concurrent attempts cannot exceed the limit.
  await limits.count('signInFailuresOfAddress', address)
  try {
    await limits.count('signInFailures', name)
  } catch (error) {
    await limits.giveBack('signInFailuresOfAddress', address)
    throw error
  }
  try {
    const result = await signIn()
    await limits.giveBack('signInFailuresOfAddress', address)
    await limits.reset('signInFailures', name)
    return result
  } catch (error) {
    if (!(error instanceof Refusal && wrongGuesses.includes(error.code))) {
      await limits.giveBack('signInFailuresOfAddress', address)
      await limits.giveBack('signInFailures', name)
    }
    throw error
  }
}
