import { AsyncLocalStorage } from 'node:async_hooks'
import { Client } from 'pg'
import { onTestFinished } from 'vitest'

type Asked = string | { text?: string; name?: string }
type Query = (asked: Asked, ...rest: unknown[]) => unknown

/** Returns a statement's name, or its first words. */
function callIt(asked: Asked): string {
  if (typeof asked === 'string') return asked.trim()
  if (asked.name) return asked.name.replace(/^queue_.*/, 'queue')
  return asked.text?.trim().split(/\s+/).slice(0, 3).join(' ') ?? ''
}

const asker = new AsyncLocalStorage<string[]>()

/**
 * Records every statement that the test causes on any database until it ends, by name or first words. Excludes
 * statements of the queue and the rate limiter.
 */
export function noteStatements(): string[] {
  const noted: string[] = []
  asker.enterWith(noted)
  const clients = Client.prototype as unknown as { query: Query }
  const { query } = clients
  clients.query = function (asked, ...rest) {
    const called = callIt(asked)
    // Statements that set a new connection's limits.
    const isLimit = called.startsWith('set statement_timeout')
    if (asker.getStore() === noted && !isLimit) noted.push(called)
    return query.call(this, asked, ...rest)
  }
  onTestFinished(() => void (clients.query = query))
  return noted
}
