import {
  checkHttps,
  checkOrigin,
  checkProxy,
  checkReach,
  explainCheck,
} from '#kernel/setting-checks.ts'
import type { SetupStep } from '#kernel/values.ts'

/** The URL at which the administrator uses the site, the configured URL, and the proxy between them. */
type Address = {
  /** Origin of the admin page's URL in the administrator's browser. */
  inUse: string
  /** The configured public URL; null without one. */
  publicUrl: string | null
  isForwarded: boolean
  trustsProxy: boolean
}

/** Returns recommendations about public URL, https and proxy, as sentences. */
export function adviseOnAddress({ inUse, publicUrl, ...proxy }: Address): string[] {
  const shown = publicUrl ?? inUse
  const reach = checkReach(shown)
  return [
    ...(publicUrl === null ? [] : [checkOrigin(publicUrl, inUse)]),
    reach.isGood ? checkHttps(shown) : reach,
    checkProxy(proxy),
  ]
    .filter(({ isGood }) => !isGood)
    .map(explainCheck)
}

export const stepNames: Record<SetupStep, string> = {
  series: 'Name, host and time zone',
  look: 'Look',
  address: 'Public address',
  mail: 'Email',
  privacy: 'Privacy page',
  copies: 'Backups',
  event: 'First event',
}
