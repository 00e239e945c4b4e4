import { z } from 'zod'
import { endpoint } from '#kernel/endpoint.ts'
import { instant } from '#kernel/fields.ts'
import { healthChecks, healthStates } from './rules.ts'

/** Result of a health check, shown in the admin area and in the terminal. */
export const healthFinding = z.object({
  check: z.enum(healthChecks),
  state: z.enum(healthStates),
  /**
   * Sentences that describe the state and, unless it is green, what to do. Contains no error message of other
   * servers.
   */
  message: z.string(),
})
export type HealthFinding = z.output<typeof healthFinding>

export const checkHealth = endpoint('GET /api/admin/health', {
  access: 'viewer',
  summary:
    'Runs all health checks concurrently, for some seconds at most; changes and sends nothing.',
  reply: z.object({ checkedAt: instant, findings: z.array(healthFinding) }),
})

/** Whether the server derives visitors' IP addresses correctly from the headers of the proxies in front of it. */
export const proxyVerdicts = [
  /** No proxy adds a visitor's IP address to the request. */
  'none',
  'right',
  /** A proxy exists, but TRUST_PROXY is not set. */
  'unbelieved',
  /** TRUST_PROXY names fewer proxies than exist. */
  'too_few',
  /** TRUST_PROXY names more proxies than exist, so that visitors can forge their IP address. */
  'forged',
] as const

const arrival = z.object({
  proxy: z.enum(proxyVerdicts),
  /** True if the visitor used https, according to the proxy; null if the proxy does not report it. */
  isHttps: z.boolean().nullable(),
  listening: z.enum(['all', 'nothing', 'away', 'deaf']),
})
export type Arrival = z.output<typeof arrival>

export const describeArrival = endpoint('POST /api/health/arrival', {
  access: 'signed',
  summary: "Reports how a call of the site's own health check arrives here.",
  reply: arrival,
})
