import { Client } from 'pg'
import { onTestFinished } from 'vitest'

type Asked = string | { text?: string; name?: string }
type Query = (asked: Asked, ...rest: unknown[]) => unknown

/** The first words of a statement, or its name where it has one. */
function callIt(asked: Asked): string {
  if (typeof asked === 'string') return asked.trim()
  if (asked.name) return asked.name.replace(/^queue_.*/, 'queue')
  return asked.text?.trim().split(/\s+/).slice(0, 3).join(' ') ?? ''
}

/**
 * Notes every statement that this process asks of any database from now on, until the test ends; by name,
 * or by its first words.
 */
export function noteStatements(): string[] {
  const noted: string[] = []
  const clients = Client.prototype as unknown as { query: Query }
  const { query } = clients
  clients.query = function (asked, ...rest) {
    const called = callIt(asked)
    // A new connection's limits.
    if (!called.startsWith('set statement_timeout')) noted.push(called)
    return query.call(this, asked, ...rest)
  }
  onTestFinished(() => void (clients.query = query))
  return noted
}
