import { lookup as lookUpHost, type LookupAddress } from 'node:dns'
import { request as requestPlain, type IncomingMessage } from 'node:http'
import { request as requestSecure } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isPublicAddress } from './public-address.ts'

/** Fetches an address of another site. Throws an Error whose message can be shown. */
export type FetchPublic = (address: string) => Promise<Buffer>

type Options = {
  mostBytes?: number
  patienceMs?: number
  /** Tests alone talk to hosts of their own. */
  protocols?: string[]
  isAllowed?: (address: string) => boolean
}

const mostRedirects = 3
const notPublic = 'The address does not belong to a public site'

/**
 * Fetches from public hosts only. Names are resolved here, every address that a name has is checked,
 * and the connection goes to a checked one: a name cannot change its meaning in between. The same
 * holds for every redirect. Specification, "Pictures".
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
    if (url.username || url.password) throw new Error('The address must hold no password')
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
