import { isIPv6 } from 'node:net'

/**
 * The key under which a client's calls are counted. An IPv6 customer owns a whole /64, so its first
 * four groups count as one address.
 */
export function clientAddressKey(ip: string) {
  const plain = ip.replace(/^::ffff:(?=[\d.]+$)/i, '')
  if (!isIPv6(plain)) return plain
  const [head = '', tail] = plain.split('%')[0]!.split('::')
  const left = head ? head.split(':') : []
  const right = tail ? tail.split(':') : []
  const zeros = tail === undefined ? [] : Array<string>(8 - left.length - right.length).fill('0')
  const groups = [...left, ...zeros, ...right].slice(0, 4)
  return `${groups.map((group) => parseInt(group, 16).toString(16)).join(':')}::/64`
}
