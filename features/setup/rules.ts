import type { SetupStep } from '#kernel/values.ts'

/** How the administrator reaches the site, and the configured address. */
type Address = {
  /** Origin that the administrator's browser uses. */
  inUse: string
  /** The configured public URL; null without one. */
  publicUrl: string | null
  isForwarded: boolean
  trustsProxy: boolean
}

/** Returns whether a host is only reachable from this machine or network. IPv6 in brackets. */
function isAtHome(host: string) {
  return (
    /^(localhost|.+\.(localhost|local|lan|internal|home\.arpa))$/.test(host) ||
    /^(127|10|192\.168|169\.254|172\.(1[6-9]|2\d|3[01]))\./.test(host) ||
    /^\[(::1|f[cd]|fe8)/.test(host)
  )
}

/** Returns recommendations about the public URL, as sentences. */
export function adviseOnAddress({ inUse, publicUrl, isForwarded, trustsProxy }: Address): string[] {
  const shown = publicUrl ?? inUse
  const { protocol, hostname } = new URL(shown)
  const advice: string[] = []
  if (publicUrl !== null && publicUrl !== inUse) {
    advice.push(
      `You are here by ${inUse}, and links in mails lead to ${publicUrl}: open that address to see whether it leads here as well.`,
    )
  }
  if (isAtHome(hostname)) {
    advice.push(
      `Only this machine or its network reaches ${shown}. To let guests in, give the server a name of its own (a domain) and open the site by it, then come back to this step.`,
    )
  } else if (protocol === 'http:') {
    advice.push(
      'The address begins with http://, so what people type can be read on the way. Put a proxy that speaks https in front of the site, such as Caddy, and use the address with https://.',
    )
  }
  if (isForwarded && !trustsProxy) {
    advice.push(
      'A proxy stands in front of the site, and its word is not believed: every visitor counts as one. Whoever runs the server sets TRUST_PROXY=1 (the number of proxies) and starts it again.',
    )
  }
  return advice
}

export const stepNames: Record<SetupStep, string> = {
  series: 'Name, host and time zone',
  look: 'Look',
  address: 'Public address',
  mail: 'Mail',
  privacy: 'Privacy',
  copies: 'Backups',
  event: 'First event',
}
