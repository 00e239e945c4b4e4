import type { FastifyInstance } from 'fastify'
import { OperatorError } from '#platform/errors/operator-error.ts'
import type { Config } from '#platform/settings/config.ts'

/** Nobody can be served at the address that was set; the message names the setting. */
export class UnusableAddress extends OperatorError {}

/**
 * Opens the doors; answers the address to visit. Throws UnusableAddress. Specification, "Running".
 */
export async function listen(
  app: Pick<FastifyInstance, 'listen'>,
  { port, host }: Pick<Config, 'port' | 'host'>,
): Promise<string> {
  const reasons: Record<string, string> = {
    EADDRINUSE: `PORT ${port} is in use on ${host}: stop what uses it, or set another PORT`,
    EACCES: `PORT ${port} may not be used by this user: set PORT to 1024 or more`,
    EADDRNOTAVAIL: `HOST ${host} is no address of this machine`,
    ENOTFOUND: `HOST ${host} is no address of this machine`,
  }
  try {
    return (await app.listen({ port, host })).replace('127.0.0.1', 'localhost')
  } catch (error) {
    const reason = reasons[(error as NodeJS.ErrnoException).code ?? '']
    throw reason === undefined ? error : new UnusableAddress(reason, { cause: error })
  }
}

const patienceMs = 10_000
const sweepMs = 100

/**
 * On SIGTERM or SIGINT: no new calls, those under way are finished, then everything is closed. What
 * hangs longer than ten seconds, or a second signal, ends the process at once.
 */
export function stopGracefully(app: FastifyInstance, closeRest: () => Promise<void>) {
  let isStopping = false
  async function stop() {
    if (isStopping) process.exit(1)
    isStopping = true
    setTimeout(() => process.exit(1), patienceMs).unref()
    // A connection that was busy when the closing began is kept alive after its answer.
    setInterval(() => app.server.closeIdleConnections(), sweepMs).unref()
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
