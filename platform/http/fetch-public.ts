import { lookup as lookUpHost, type LookupAddress } from 'node:dns'
import { request as requestPlain, type IncomingMessage } from 'node:http'
import { request as requestSecure } from 'node:https'
import { isIP, type LookupFunction, BlockList } from 'node:net'

/** Downloads a URL of another site. Throws an Error whose message may be displayed. */
export type FetchPublic = (address: string) => Promise<Buffer>

type Options = {
  mostBytes?: number
  patienceMs?: number
  /** Protocols to allow, such as `https:`; only tests may allow others than https. */
  protocols?: string[]
  isAllowed?: (address: string) => boolean
}

const mostRedirects = 3
const notPublic = 'The address does not belong to a public site'

/**
 * Returns a function that downloads from public hosts only, which prevents SSRF. For the URL and each redirect, it
 * resolves the host name, checks every IP address of the name, and connects to a checked address. DNS rebinding
 * therefore has no effect.
 */
export function createPublicFetch({
  mostBytes = 10 * 1024 * 1024,
  patienceMs = 10_000,
  protocols = ['https:'],
  isAllowed = isPublicAddress,
}: Options = {}): FetchPublic {
  const lookup: LookupFunction = (host, options, done) => {
    lookUpHost(host, { ...options, all: true }, (error, found: LookupAddress[]) => {
      const isSafe = !error && found.length > 0 && found.every(({ address }) => isAllowed(address))
      if (!isSafe) return done(error ?? new Error(notPublic), '', 0)
      if (options.all) return done(null, found)
      return done(null, found[0]!.address, found[0]!.family)
    })
  }

  function open(url: URL, signal: AbortSignal) {
    const host = url.hostname.replace(/^\[|\]$/g, '')
    if (!protocols.includes(url.protocol)) throw new Error('The address must begin with https://')
    if (url.username || url.password) throw new Error('The address must not contain a password')
    if (isIP(host) && !isAllowed(host)) throw new Error(notPublic)
    const request = url.protocol === 'https:' ? requestSecure : requestPlain
    return new Promise<IncomingMessage>((resolve, reject) => {
      request(url, { lookup, signal, agent: false, headers: { accept: 'image/*' } }, resolve)
        .on('error', reject)
        .end()
    })
  }

  async function follow(address: URL, signal: AbortSignal) {
    let url = address
    for (let redirects = 0; redirects <= mostRedirects; redirects++) {
      const response = await open(url, signal)
      const { statusCode = 0, headers } = response
      if (statusCode === 200) return response
      response.destroy()
      const next = statusCode >= 300 && statusCode < 400 && URL.parse(headers.location ?? '', url)
      if (!next) throw new Error(`The other site answered ${statusCode}`)
      url = next
    }
    throw new Error('The other site redirects too often')
  }

  return async (address) => {
    const signal = AbortSignal.timeout(patienceMs)
    const url = URL.parse(address)
    if (!url) throw new Error('The address is not valid')
    try {
      const response = await follow(url, signal)
      const parts: Buffer[] = []
      let size = 0
      for await (const part of response) {
        size += (part as Buffer).length
        if (size > mostBytes) {
          response.destroy()
          throw new Error(`It is larger than ${Math.round(mostBytes / 1024 / 1024)} MB`)
        }
        parts.push(part as Buffer)
      }
      return Buffer.concat(parts)
    } catch (error) {
      if (signal.aborted) throw new Error('The other site took too long', { cause: error })
      throw error
    }
  }
}

/** IP networks that are not public: private, loopback, link-local, shared, reserved. */
const notPublicNetworks = new BlockList()
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
  notPublicNetworks.addSubnet(address, Number(bits), 'ipv4')
}

/**
 * IPv6 addresses that are in use on the internet are in 2000::/3. Exclude the ranges in it that are reserved or that
 * embed IPv4 addresses.
 */
const givenOut = new BlockList()
givenOut.addSubnet('2000::', 3, 'ipv6')
notPublicNetworks.addSubnet('2001::', 23, 'ipv6')
notPublicNetworks.addSubnet('2001:db8::', 32, 'ipv6')
notPublicNetworks.addSubnet('2002::', 16, 'ipv6')
notPublicNetworks.addSubnet('3fff::', 20, 'ipv6')

/** Returns whether an IP address is public. An IPv4-mapped IPv6 address (::ffff:…) never is. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !notPublicNetworks.check(address, 'ipv4')
  return (
    family === 6 && givenOut.check(address, 'ipv6') && !notPublicNetworks.check(address, 'ipv6')
  )
}
