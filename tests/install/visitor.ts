import { execFile } from 'node:child_process'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** By which name the site is asked for; the machine's own address answers. */
export const domain = 'greenroom.test'

const authority = 'var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt'

/** This machine's address in its network, so that the site sees one that is not the proxy's. */
export function findAddress(): string {
  const addresses = Object.values(networkInterfaces()).flatMap((found) => found ?? [])
  return addresses.find(({ family, internal }) => family === 'IPv4' && !internal)!.address
}

export type Visitor = {
  /** Asks over https, with cookies; throws unless the answer is a good one. */
  ask<Reply>(path: string, body?: object): Promise<Reply>
  /** The headers of an answer, in small letters, its protocol first. */
  headers(address: string): Promise<string>
}

/** Somebody with curl, who believes the authority of the Caddy in `root`. */
export function newVisitor(root: string, cookies: string): Visitor {
  const address = findAddress()
  const trust = ['--silent', '--show-error', '--max-time', '60', '--cacert', join(root, authority)]
  const names = ['--resolve', `${domain}:443:${address}`, '--resolve', `${domain}:80:${address}`]
  const jar = ['--cookie', cookies, '--cookie-jar', cookies]
  // What a proxy must replace.
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
