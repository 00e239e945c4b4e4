import { z } from 'zod'
import { endpoint } from '#kernel/endpoint.ts'
import { instant } from '#kernel/fields.ts'
import { healthChecks, healthStates } from './rules.ts'

/** One line of what was found, the same in the admin area and in the terminal. */
export const healthFinding = z.object({
  check: z.enum(healthChecks),
  state: z.enum(healthStates),
  /** How it stands and, unless it is green, what to do: never in the words of whoever was called. */
  message: z.string(),
})
export type HealthFinding = z.output<typeof healthFinding>

export const checkHealth = endpoint('GET /api/admin/health', {
  access: 'admin',
  summary:
    'Looks at everything that the site stands on, side by side and for some seconds at most; changes and sends nothing.',
  reply: z.object({ checkedAt: instant, findings: z.array(healthFinding) }),
})

/** Whose address a call counts as that came by the proxies in between. */
export const proxyVerdicts = [
  /** No proxy put an address in. */
  'none',
  'right',
  /** There is one, and TRUST_PROXY is not set. */
  'unbelieved',
  /** TRUST_PROXY names fewer than there are. */
  'too_few',
  /** What a visitor writes is believed. */
  'forged',
] as const

const arrival = z.object({
  proxy: z.enum(proxyVerdicts),
  /** What the proxy says of the visitor's side; null where it says nothing. */
  isHttps: z.boolean().nullable(),
  listening: z.enum(['all', 'nothing', 'away', 'deaf']),
})
export type Arrival = z.output<typeof arrival>

export const describeArrival = endpoint('POST /api/health/arrival', {
  access: 'signed',
  summary: "How a call of the site's own check arrives here.",
  reply: arrival,
})
