import { OperatorError } from '#platform/errors/operator-error.ts'

/** The HTTP server cannot listen on the configured host and port; the message names the setting. */
export class UnusableAddress extends OperatorError {}

type Address = {
  port: number
  host: string
  /** Names of the settings that define port and host. */
  names: [port: string, host: string]
}

/**
 * Returns an UnusableAddress that explains an error of `listen` to the operator; returns any other error unchanged.
 */
export function explainAddress(error: unknown, { port, host, names }: Address): unknown {
  const [portName, hostName] = names
  const reasons: Record<string, string> = {
    EADDRINUSE: `${portName} ${port} is in use on ${host}: stop the other process, or set another ${portName}`,
    EACCES: `${portName} ${port} is reserved for root: set ${portName} to 1024 or more`,
    EADDRNOTAVAIL: `${hostName} ${host} is not an address of this machine`,
    ENOTFOUND: `${hostName} ${host} is not an address of this machine`,
  }
  const reason = reasons[(error as NodeJS.ErrnoException).code ?? '']
  return reason === undefined ? error : new UnusableAddress(reason, { cause: error })
}
