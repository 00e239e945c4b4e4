import type { SetupStep } from '#kernel/values.ts'

/** How somebody reaches the site, and what is set about it. */
type Address = {
  /** The origin that the browser shows. */
  inUse: string
  /** The one that is set, if one is. */
  publicUrl: string | null
  isForwarded: boolean
  trustsProxy: boolean
}

/** Whether nobody but this machine, or this network, reaches a host. Brackets of IPv6 included. */
function isAtHome(host: string) {
  return (
    /^(localhost|.+\.(localhost|local|lan|internal|home\.arpa))$/.test(host) ||
    /^(127|10|192\.168|169\.254|172\.(1[6-9]|2\d|3[01]))\./.test(host) ||
    /^\[(::1|f[cd]|fe8)/.test(host)
  )
}

/** What is to be done about the address that links lead to, in sentences. */
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

/** What each step is called, in the set-up and where it is said what is left. */
export const stepNames: Record<SetupStep, string> = {
  series: 'Name, host and time zone',
  look: 'Look',
  address: 'Public address',
  mail: 'Mail',
  privacy: 'Privacy',
  copies: 'Backups',
  event: 'First event',
}
