import { z } from 'zod'
import { endpoint } from '#kernel/endpoint.ts'
import { instant } from '#kernel/fields.ts'
import { healthChecks, healthStates } from './rules.ts'

/** One result, shown in the admin area and in the terminal. */
export const healthFinding = z.object({
  check: z.enum(healthChecks),
  state: z.enum(healthStates),
  /** Describes the state and, unless it is green, what to do. Never contains another server's own words. */
  message: z.string(),
})
export type HealthFinding = z.output<typeof healthFinding>

export const checkHealth = endpoint('GET /api/admin/health', {
  access: 'viewer',
  summary:
    'Runs all health checks concurrently, for some seconds at most; changes and sends nothing.',
  reply: z.object({ checkedAt: instant, findings: z.array(healthFinding) }),
})

/** How the proxies in front of the site determine a visitor's IP address. */
export const proxyVerdicts = [
  /** No proxy adds an address. */
  'none',
  'right',
  /** A proxy exists, but TRUST_PROXY is not set. */
  'unbelieved',
  /** TRUST_PROXY names fewer proxies than exist. */
  'too_few',
  /** An address that the visitor forged is believed. */
  'forged',
] as const

const arrival = z.object({
  proxy: z.enum(proxyVerdicts),
  /** True if the visitor's connection uses https, according to the proxy; null if the proxy does not say. */
  isHttps: z.boolean().nullable(),
  listening: z.enum(['all', 'nothing', 'away', 'deaf']),
})
export type Arrival = z.output<typeof arrival>

export const describeArrival = endpoint('POST /api/health/arrival', {
  access: 'signed',
  summary: "Reports how a call of the site's own health check arrives here.",
  reply: arrival,
})
