import { AsyncResource } from 'node:async_hooks'
import { Pool, type PoolClient } from 'pg'

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
    // Whoever gives a connection back would otherwise lend its limits to the next who waits.
    if (callback) return super.connect(AsyncResource.bind(callback))
    return super.connect().then(giveBackOnceEnded)
  }
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
