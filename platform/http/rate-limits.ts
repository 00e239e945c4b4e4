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

/** Numbers of Specification, "Limits"; each for one key and window. */
export const allowances = {
  calls: { points: 3000, duration: minute, what: requests },
  /**
   * They are calls as well; counted apart, they cannot take the real sessions behind an address
   * along.
   */
  emptyCookies: { points: 3000, duration: minute, what: requests },
  /** Pages that are rendered for one request: 300 people behind one address open two each. */
  drawings: { points: 600, duration: minute, what: requests },
  /** The same for one member or administrator, across all of their sessions. */
  drawingsOfPerson: { points: 600, duration: minute, what: 'requests from your account' },
  /** The same for all members behind one address: registering with a made-up email makes a member. */
  drawingsOfMembers: { points: 1200, duration: minute, what: requests },
  /** Pages that answer posted forms, except those whose call has a limit of its own. */
  formPages: { points: 600, duration: minute, what: requests },
  registrations: { points: 1000, duration: minute, what: requests },
  /** They say whether an e-mail was known; a carrier's whole network may stand behind one address. */
  registrationsWithoutEvent: { points: 300, duration: minute, what: requests },
  unknownEmails: { points: 30, duration: minute, what: requests },
  linkMails: { points: 300, duration: minute, what: requests },
  codeGuesses: { points: 30, duration: 15 * minute, what: tries },
  /** Of one key, wherever its programs stand. */
  keyCalls: { points: 600, duration: minute, what: 'calls with this key' },
  wrongKeys: { points: 60, duration: minute, what: 'calls with a wrong key' },
  /** Of one administrator, by whoever has the password: no number of addresses tries more codes. */
  factorGuesses: { points: 20, duration: 60 * minute, what: tries },
  signInFailures: { points: 10, duration: 15 * minute, what: tries },
  signInFailuresOfAddress: { points: 50, duration: 15 * minute, what: tries },
} as const

type LimitName = keyof typeof allowances

/**
 * What each node counts for itself: it comes by the thousand, and must not wait for the database.
 */
const countedInMemory: LimitName[] = [
  'calls',
  'drawings',
  'drawingsOfPerson',
  'drawingsOfMembers',
  'formPages',
  'emptyCookies',
  'wrongKeys',
]

/** What is left of an allowance, and in how many seconds it is whole again. */
export type Left = { limit: number; remaining: number; reset: number }

export type RateLimits = {
  /** Counts one and says what is left; undefined where nothing is counted. Throws as `count` does. */
  spend(name: LimitName, key: string): Promise<Left | undefined>
  /** Counts one; throws a 429 Refusal with Retry-After when the allowance is used up. */
  count(name: LimitName, key: string): Promise<void>
  /** Throws the same Refusal without counting. */
  check(name: LimitName, key: string): Promise<void>
  /** Takes one back that was counted. */
  giveBack(name: LimitName, key: string): Promise<void>
  /** Forgets what was counted. */
  reset(name: LimitName, key: string): Promise<void>
  /** Does one piece of work after the other for each key, on this node. */
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
 * Limits for one client address. With a PostgreSQL server the counters live there, so that they hold
 * across nodes; while it does not answer, and on the embedded database, they live in the process.
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
        // One of them clears the whole table of what is over.
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

/** RATE_LIMITS=off: nothing is counted. */
export const noRateLimits: RateLimits = {
  spend: () => Promise.resolve(undefined),
  count: () => Promise.resolve(),
  check: () => Promise.resolve(),
  giveBack: () => Promise.resolve(),
  reset: () => Promise.resolve(),
  inTurn: (_key, work) => work(),
}

/** Counts one of the calls a minute that an address has; throws a 429 Refusal when they are used up. */
export function countCall(request: FastifyRequest): Promise<void> {
  return request.server.deps.limits.count('calls', clientAddressKey(request.ip))
}

/**
 * Counts a page that is rendered for this request: by account for members and administrators, so that a new session
 * brings no new allowance, and by client address for all others. Throws a 429 Refusal when the allowance is used up.
 */
export async function countDrawing(request: FastifyRequest): Promise<void> {
  const { config, limits } = request.server.deps
  if (!config.rateLimits) return
  // A session that cannot be read counts as none: the page says that the database does not answer.
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

/** Counts a page that answers a posted form; throws a 429 Refusal when the allowance is used up. */
export function countFormPage(request: FastifyRequest): Promise<void> {
  return request.server.deps.limits.count('formPages', clientAddressKey(request.ip))
}

/**
 * Runs a look-up that tells whether an e-mail is known, and counts it where it says no. Once the
 * allowance is used up nothing is looked up any more: refusing the unknown ones only would still tell
 * them apart. An e-mail that the session already holds is free. Specification, "Limits".
 */
export async function limitGuessing<Found extends { isKnown: boolean }>(
  limits: RateLimits,
  call: Call,
  email: string,
  lookUp: () => Promise<Found>,
): Promise<Found> {
  const session = await call.session()
  if (session?.email === email) return lookUp()
  // In turn: guesses made all at once would be answered before the first of them is counted.
  return limits.inTurn(call.addressKey, async () => {
    await limits.check('unknownEmails', call.addressKey)
    const found = await lookUp()
    if (!found.isKnown) await limits.count('unknownEmails', call.addressKey)
    return found
  })
}

/** Who mistakes the field types a password: too short a digest to tell what it was. */
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
 * Signs somebody in, or has them show their password once more, or counts a failure: for this address, which bounds what hashing costs us, and for
 * this address with this name. A name alone is never locked. Specification, "Limits".
 */
export async function limitSignIns<Result>(
  limits: RateLimits,
  call: Call,
  username: string,
  signIn: () => Promise<Result>,
): Promise<Result> {
  const address = call.addressKey
  const name = `${address} ${digest(username)}`
  // Counted first and given back: tries made all at once would otherwise all be tried.
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
