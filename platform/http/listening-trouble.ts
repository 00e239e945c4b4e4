import { OperatorError } from '#platform/errors/operator-error.ts'

/** Nobody can be served at the address that was set; the message names the setting. */
export class UnusableAddress extends OperatorError {}

type Address = {
  port: number
  host: string
  /** The settings that it comes from. */
  names: [port: string, host: string]
}

/** Why nobody could listen there, in words for the operator; the error itself where it is no such trouble. */
export function explainAddress(error: unknown, { port, host, names }: Address): unknown {
  const [portName, hostName] = names
  const reasons: Record<string, string> = {
    EADDRINUSE: `${portName} ${port} is in use on ${host}: stop what uses it, or set another ${portName}`,
    EACCES: `${portName} ${port} may not be used by this user: set ${portName} to 1024 or more`,
    EADDRNOTAVAIL: `${hostName} ${host} is no address of this machine`,
    ENOTFOUND: `${hostName} ${host} is no address of this machine`,
  }
  const reason = reasons[(error as NodeJS.ErrnoException).code ?? '']
  return reason === undefined ? error : new UnusableAddress(reason, { cause: error })
}
