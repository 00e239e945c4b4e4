import { AsyncResource } from 'node:async_hooks'
import { Pool, type PoolClient } from 'pg'
import { markAsDatabases } from './database-trouble.ts'

type Callback = (
  error: Error | undefined,
  client: PoolClient | undefined,
  release: (error?: unknown) => void,
) => void

/**
 * A pool that loses no place to a connection that ended: Drizzle gives none back whose `begin` failed,
 * and ten of these would leave everybody waiting for ever.
 */
export class SturdyPool extends Pool {
  override connect(): Promise<PoolClient>
  override connect(callback: Callback): void
  override connect(callback?: Callback) {
    if (!callback) return super.connect().then(giveBackOnceEnded, refuse)
    const answer: Callback = (error, ...rest) => {
      markAsDatabases(error)
      callback(error, ...rest)
    }
    // Whoever gives a connection back would otherwise lend its limits to the next who waits.
    return super.connect(AsyncResource.bind(answer))
  }
}

function refuse(error: unknown): never {
  markAsDatabases(error)
  throw error
}

function giveBackOnceEnded(client: PoolClient) {
  const release = client.release
  let isReleased = false
  client.release = (error) => {
    if (isReleased) return
    isReleased = true
    client.off('end', ended)
    release(error)
  }
  const ended = () => client.release(true)
  client.once('end', ended)
  return client
}
