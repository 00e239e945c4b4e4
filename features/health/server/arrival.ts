import { randomBytes } from 'node:crypto'
import type { Arrival } from '#features/health/contract.ts'
import { describeArrival } from '#features/health/contract.ts'
import { getHealth } from '#kernel/health.ts'
import type { Db } from '#platform/db/open.ts'
import { callServer, type ServerAnswer } from '#platform/http/reach-server.ts'
import {
  isSignedFor,
  makeLinkToken,
  parseLinkToken,
  readKeys,
  readLinkKey,
} from '#platform/signed-links/signed-links.ts'

/**
 * Health check in which the site calls itself through its proxies, as a visitor would, and reports which headers and
 * which IP address arrived.
 */

type Headers = Record<string, string | string[] | undefined>

const header = 'greenroom-arrival'
/**
 * IP address that the health check's request forges in X-Forwarded-For: a documentation address, which no host has (RFC
 * 5737).
 */
const forgedAddress = '192.0.2.77'
/**
 * Milliseconds during which the signature of the health check's request is valid, with tolerance for clock differences.
 */
const believedMs = 60 * 60_000

type Signed = { about: string; at: Date }

const targetOf = ({ about, at }: Signed) => ({ id: 1, email: about, createdAt: at })

export type SiteAnswer = ServerAnswer & {
  /**
   * What the site reported about the health check's request. Undefined if another server responded, or if the request
   * was not signed.
   */
  arrival: Arrival | undefined
  /** True if the request was signed with the key of the same database. */
  wasAsked: boolean
}

/** Calls the site at an origin, such as its public URL. Throws if the connection fails. */
export async function askSite(
  origin: string,
  { db, now, signal }: { db: Db | undefined; now: () => Date; signal: AbortSignal },
): Promise<SiteAnswer> {
  // The key that signs links is created when a site first runs. If the database has none, send an unsigned request and
  // create no key, because a health check must change nothing.
  const key = db && (await readKeys(db).catch(() => undefined))
  if (!key) {
    const url = new URL(origin + getHealth.path)
    const answer = await callServer(url, { method: 'GET', headers: {} }, signal)
    return { ...answer, arrival: undefined, wasAsked: false }
  }
  const signed = { about: randomBytes(12).toString('hex'), at: now() }
  const body = JSON.stringify({ about: signed.about, at: signed.at.toISOString() })
  const headers = {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    'x-forwarded-for': forgedAddress,
    [header]: makeLinkToken(key, 'arrival', targetOf(signed)),
  }
  const url = new URL(origin + describeArrival.path)
  const answer = await callServer(url, { method: 'POST', headers, body }, signal)
  return { ...answer, arrival: readArrival(answer), wasAsked: true }
}

function readArrival({ status, body }: ServerAnswer): Arrival | undefined {
  if (status !== 200) return undefined
  try {
    return describeArrival.reply.parse(JSON.parse(body.toString('utf8')))
  } catch {
    return undefined
  }
}

export function mayBeArrival(headers: Headers): boolean {
  return readToken(headers) !== undefined
}

function readToken(headers: Headers) {
  const token = headers[header]
  return typeof token === 'string' ? parseLinkToken(token) : undefined
}

/** Returns whether a request was made by a health check on the same database, because its signature is valid. */
export async function isArrivalSigned(
  { headers, raw }: { headers: Headers; raw: Buffer },
  { db, now }: { db: Db; now: Date },
): Promise<boolean> {
  const token = readToken(headers)
  const signed = readSigned(raw)
  if (!token || !signed || Math.abs(now.getTime() - signed.at.getTime()) > believedMs) return false
  return isSignedFor(await readLinkKey(db), 'arrival', targetOf(signed), token.signature)
}

function readSigned(raw: Buffer): Signed | undefined {
  try {
    const { about, at } = JSON.parse(raw.toString('utf8')) as Record<string, unknown>
    const instant = new Date(String(at))
    if (typeof about !== 'string' || Number.isNaN(instant.getTime())) return undefined
    return { about, at: instant }
  } catch {
    return undefined
  }
}

/**
 * Returns whether the server derived the caller's IP address, `address`, correctly from the proxies' headers, and
 * whether the caller used https.
 */
export function judgeArrival(
  headers: Headers,
  { address, trustsProxy }: { address: string; trustsProxy: boolean },
): Pick<Arrival, 'proxy' | 'isHttps'> {
  const proto = [headers['x-forwarded-proto']].flat()[0]?.split(',')[0]?.trim()
  const entries = String(headers['x-forwarded-for'] ?? '').split(/\s*,\s*/)
  const [visitor] = entries.filter((entry) => entry !== '' && entry !== forgedAddress)
  return {
    isHttps: proto === undefined ? null : proto === 'https',
    proxy: judgeProxy(visitor, address, trustsProxy),
  }
}

function judgeProxy(
  visitor: string | undefined,
  address: string,
  trustsProxy: boolean,
): Arrival['proxy'] {
  if (address === forgedAddress) return 'forged'
  if (visitor === undefined) return 'none'
  // Without TRUST_PROXY, equal IP addresses of proxy and visitor prove nothing, because on one machine they are the
  // same.
  if (!trustsProxy) return 'unbelieved'
  return address === visitor ? 'right' : 'too_few'
}
