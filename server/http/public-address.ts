import { BlockList, isIP } from 'node:net'

/** Networks that are nobody's public address: private, loopback, link-local, shared, reserved. */
const closed = new BlockList()
for (const network of [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]) {
  const [address = '', bits] = network.split('/')
  closed.addSubnet(address, Number(bits), 'ipv4')
}

/** What is given out at all, without the parts that stand for or lead to IPv4 addresses. */
const open = new BlockList()
open.addSubnet('2000::', 3, 'ipv6')
closed.addSubnet('2001::', 23, 'ipv6')
closed.addSubnet('2001:db8::', 32, 'ipv6')
closed.addSubnet('2002::', 16, 'ipv6')
closed.addSubnet('3fff::', 20, 'ipv6')

/** Whether an IP address belongs to the public internet. A mapped IPv4 address (::ffff:…) never does. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !closed.check(address, 'ipv4')
  return family === 6 && open.check(address, 'ipv6') && !closed.check(address, 'ipv6')
}
