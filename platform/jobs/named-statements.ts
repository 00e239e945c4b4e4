import { createHash } from 'node:crypto'
import type { Pool, PoolClient } from 'pg'

/** Matches the frequent statements of pg-boss: insert, fetch and complete jobs, one text per queue. */
const oftenAsked = /^\s*(insert into jobs\.|with (next|input) as)/i
const mostNames = 100
const names = new Map<string, string>()

function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known || names.size >= mostNames || !oftenAsked.test(text)) return known
  const name = `queue_${createHash('sha256').update(text).digest('hex').slice(0, 20)}`
  names.set(text, name)
  return name
}

/**
 * Returns a database interface for pg-boss that names its frequent statements, so that each connection parses and
 * plans them once. Parsing an insert takes longer than running it.
 */
export function askByName(client: Pool | PoolClient) {
  return {
    executeSql: (text: string, values?: unknown[]) =>
      client.query({ name: nameOf(text), text, values }),
  }
}

/**
 * Runs `work`, in which pg-boss sends a query on this connection. Resolves when the query is sent, without waiting for
 * its result.
 */
export function asked(
  client: PoolClient,
  work: (db: ReturnType<typeof askByName>) => Promise<unknown>,
): Promise<void> {
  const { executeSql } = askByName(client)
  return new Promise((resolve, reject) => {
    const asking = {
      executeSql: (...args: Parameters<typeof executeSql>) => {
        const answer = executeSql(...args)
        resolve()
        return answer
      },
    }
    work(asking).then(() => resolve(), reject)
  })
}
