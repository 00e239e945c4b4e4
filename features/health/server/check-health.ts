import type { HealthFinding } from '#features/health/contract.ts'
import { checkNames, healthChecks, type HealthCheck } from '#features/health/rules.ts'
import { patienceMs } from '#features/settings/server/tried-step.ts'
import { findDatabaseTrouble } from '#platform/errors/database-trouble.ts'
import { askSite } from './arrival.ts'
import { checkAddress } from './check-address.ts'
import { checkBackups } from './check-backups.ts'
import { checkClock } from './check-clock.ts'
import {
  checkConnections,
  checkDatabase,
  checkMigrations,
  checkReplicas,
} from './check-database.ts'
import { checkFolder } from './check-folder.ts'
import { checkMailbox, checkMailServer } from './check-mail.ts'
import { checkJobs, checkQueue, checkTroubles } from './check-queue.ts'
import { checkSender } from './check-sender.ts'
import { checkSettings } from './check-settings.ts'
import { checkListening, checkSite } from './check-site.ts'
import { red, yellow, type HealthContext, type WithDatabase } from './findings.ts'

/**
 * Timeout of a health check in milliseconds. It is longer than the timeouts of the check's requests, whose errors are
 * more specific.
 */
const limitMs = patienceMs + 2000

type Check = [about: HealthCheck, work: () => Promise<HealthFinding[]>]

/**
 * Runs all health checks concurrently, each with a timeout, changing and sending nothing. Skips the checks that need
 * the database if it could not be opened.
 */
export async function checkHealth(
  context: HealthContext,
  { limit = limitMs }: { limit?: number } = {},
): Promise<HealthFinding[]> {
  const { settings, database, now } = context
  // Abort the request before the check itself times out, so that the check can still report which server did not
  // respond.
  const signal = AbortSignal.timeout(limit * 0.8)
  const ask = once(async (origin: string) => askSite(origin, { db: database?.db, now, signal }))
  const askPublic = async () => (settings.publicUrl ? ask(settings.publicUrl) : undefined)
  const always: Check[] = [
    ['settings', () => checkSettings(context)],
    ['folder', () => checkFolder(context)],
    ['site', () => checkSite(context, ask)],
    ['clock', () => checkClock(context, async () => (await askPublic())?.date)],
    ['mail_server', () => checkMailServer(context)],
    ['mailbox', () => checkMailbox(context)],
    ['dns', () => checkSender(context)],
    ['address', () => checkAddress(context, askPublic)],
  ]
  const found = await Promise.all([
    ...always.map((check) => bound(check, limit)),
    database ? checkWithDatabase({ ...context, database }, limit, ask) : [],
  ])
  return inOrder(found.flat())
}

export function inOrder(findings: HealthFinding[]): HealthFinding[] {
  const order = (one: HealthFinding) => healthChecks.indexOf(one.check)
  return findings.toSorted((one, other) => order(one) - order(other))
}

async function checkWithDatabase(
  context: WithDatabase,
  limit: number,
  ask: Parameters<typeof checkListening>[1],
): Promise<HealthFinding[]> {
  const first = await bound(['database', () => checkDatabase(context)], limit)
  if (first.some(({ state, message }) => state === 'red' && message === unanswered)) return first
  const others: Check[] = [
    ['migrations', () => checkMigrations(context)],
    ['connections', () => checkConnections(context)],
    ['replicas', () => checkReplicas(context)],
    ['listening', () => checkListening(context, ask)],
    ['queue', () => checkQueue(context)],
    ['jobs', () => checkJobs(context)],
    ['mails', () => checkTroubles(context)],
    ['backups', () => checkBackups(context)],
  ]
  return [...first, ...(await Promise.all(others.map((check) => bound(check, limit)))).flat()]
}

const unanswered =
  'The database does not answer. Check that it runs and that DATABASE_URL is correct; its contents were not checked.'

async function bound([about, work]: Check, limit: number): Promise<HealthFinding[]> {
  const { promise: late, resolve } = Promise.withResolvers<HealthFinding[]>()
  const timer = setTimeout(() => resolve([judgeLate(about)]), limit)
  try {
    return await Promise.race([work(), late])
  } catch (error) {
    return judgeFailure(about, error)
  } finally {
    clearTimeout(timer)
  }
}

function judgeLate(about: HealthCheck): HealthFinding {
  if (about === 'database') return red('database', unanswered)
  const words = `${checkNames[about]}: no answer in time. Check again; if it persists, find out what it waits for.`
  return yellow(about, words)
}

/**
 * PostgreSQL error codes for missing tables and columns. Ignore these errors here, because the check of migrations
 * reports that the database is from an older release.
 */
const lacksTable = new Set(['42P01', '42703', '3F000'])

function judgeFailure(about: HealthCheck, error: unknown): HealthFinding[] {
  const { code, cause } = error as { code?: string; cause?: { code?: string } }
  if (lacksTable.has(code ?? cause?.code ?? '')) return []
  if (about === 'database') return [red('database', unanswered)]
  if (findDatabaseTrouble(error)) return []
  return [yellow(about, `${checkNames[about]} could not be checked. See the log for the reason.`)]
}

/** Returns a function that calls each origin only once and shares the response between all checks. */
function once<Answer>(ask: (origin: string) => Promise<Answer>) {
  const asked = new Map<string, Promise<Answer>>()
  return (origin: string): Promise<Answer> => {
    const known = asked.get(origin)
    if (known) return known
    const asking = ask(origin)
    asking.catch(() => {})
    asked.set(origin, asking)
    return asking
  }
}
