import type { FastifyInstance } from 'fastify'
import type { Config } from './config.ts'
import { OperatorError } from './operator-error.ts'

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
