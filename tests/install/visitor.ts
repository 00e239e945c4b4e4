import { execFile } from 'node:child_process'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** The site's domain in requests, which go to this machine's address. */
export const domain = 'greenroom.test'

const authority = 'var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt'

/** Returns this machine's network address, so that the site sees a client that is not the proxy. */
export function findAddress(): string {
  const addresses = Object.values(networkInterfaces()).flatMap((found) => found ?? [])
  return addresses.find(({ family, internal }) => family === 'IPv4' && !internal)!.address
}

export type Visitor = {
  /** Sends a request over https with cookies; throws on an error status. */
  ask<Reply>(path: string, body?: object): Promise<Reply>
  /** Returns the response headers in lower case, preceded by the protocol. */
  headers(address: string): Promise<string>
}

/** Returns a visitor who uses curl and trusts the certificate authority of the Caddy in `root`. */
export function newVisitor(root: string, cookies: string): Visitor {
  const address = findAddress()
  const trust = ['--silent', '--show-error', '--max-time', '60', '--cacert', join(root, authority)]
  const names = ['--resolve', `${domain}:443:${address}`, '--resolve', `${domain}:80:${address}`]
  const jar = ['--cookie', cookies, '--cookie-jar', cookies]
  // A header that a proxy must replace.
  const forged = ['--header', 'x-forwarded-for: 203.0.113.9']
  const common = [...trust, ...names, ...jar, ...forged]
  const curl = (words: string[]) => promisify(execFile)('curl', [...common, ...words])
  return {
    async ask<Reply>(path: string, body?: object) {
      const json = ['--header', 'content-type: application/json', '--data', JSON.stringify(body)]
      const words = ['--fail-with-body', `https://${domain}${path}`, ...(body ? json : [])]
      return JSON.parse((await curl(words)).stdout) as Reply
    },
    async headers(asked) {
      return (await curl(['--head', asked])).stdout.toLowerCase()
    },
  }
}
