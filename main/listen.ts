import type { FastifyInstance } from 'fastify'
import { explainAddress } from '#platform/http/listening-trouble.ts'
import type { Config } from '#platform/settings/config.ts'

/** Starts listening and returns the URL to open. Throws UnusableAddress if the port or host cannot be used. */
export async function listen(
  app: Pick<FastifyInstance, 'listen'>,
  { port, host }: Pick<Config, 'port' | 'host'>,
): Promise<string> {
  try {
    return (await app.listen({ port, host })).replace('127.0.0.1', 'localhost')
  } catch (error) {
    throw explainAddress(error, { port, host, names: ['PORT', 'HOST'] })
  }
}

/**
 * Returns the lines that the server prints at its start: the site's public URL, and the URL at which this process
 * listens.
 */
export function openingLines(
  series: string,
  { address, publicUrl = address }: { address: string; publicUrl?: string },
): string[] {
  return [
    // The installation scripts of all releases read the port from the first line that ends in "is open at
    // http://HOST:PORT".
    ...(publicUrl === address ? [] : [`On this machine, ${series} is open at ${address}`]),
    `${series} is open at ${publicUrl}`,
    `The admin area: ${publicUrl}/admin`,
  ]
}

/** Milliseconds after which a shutdown closes connections whose request or response is unfinished. */
const requestsMs = 5_000
/**
 * Milliseconds after which a shutdown ends the process. `closeRest` waits up to six seconds for running jobs, and
 * installations kill the process after thirty seconds.
 */
const patienceMs = 18_000
const sweepMs = 100

/**
 * Shuts down on SIGTERM or SIGINT: accepts no new requests, finishes running ones within five seconds, then calls
 * `closeRest`. After 18 seconds, or at a second signal, ends the process at once.
 */
export function stopGracefully(app: FastifyInstance, closeRest: () => Promise<void>) {
  let isStopping = false
  async function stop() {
    if (isStopping) process.exit(1)
    isStopping = true
    setTimeout(() => process.exit(1), patienceMs).unref()
    // Connections that were busy when closing began stay open after their response, so close them when they are
    // idle.
    setInterval(() => app.server.closeIdleConnections(), sweepMs).unref()
    // A client may never send the rest of its request, or never read its response.
    setTimeout(() => app.server.closeAllConnections(), requestsMs).unref()
    try {
      await app.close()
      await closeRest()
      process.exit(0)
    } catch (error) {
      app.log.error({ err: error }, 'could not stop cleanly')
      process.exit(1)
    }
  }
  process.on('SIGTERM', () => void stop())
  process.on('SIGINT', () => void stop())
}
