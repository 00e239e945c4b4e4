import { isIP, isIPv6 } from 'node:net'
import { distance } from 'fastest-levenshtein'
import { z } from 'zod'

/** Zod schemas that validate and parse settings; platform/settings/config.ts uses them. */

/** A setting: its description, its default, and its schema. */
export type Setting = { doc: string; fallback: string; schema: z.ZodType }

export const text = z.string().trim().min(1, 'must not be empty')

export const port = text
  .regex(/^\d{1,5}$/, 'must be a number from 0 to 65535')
  .transform(Number)
  .refine((value) => value <= 65_535, 'must be a number from 0 to 65535')

export const onOrOff = z
  .enum(['on', 'off'], 'must be on or off')
  .transform((value) => value === 'on')

/** Returns the schema of a whole number from 1 to `most`. */
export function wholeNumber(most: number) {
  const message = `must be a whole number from 1 to ${most}`
  const isInRange = (value: number) => value >= 1 && value <= most
  return text
    .regex(/^\d{1,6}$/, message)
    .transform(Number)
    .refine(isInRange, message)
}

export const origin = text.transform((value, context) => {
  const url = URL.parse(value)
  if (url && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`) return url.origin
  context.addIssue('must be an address such as https://interviews.example.org, without a path')
  return z.NEVER
})

function isAddressOrNetwork(entry: string) {
  if (/^(loopback|linklocal|uniquelocal)$/.test(entry)) return true
  const [address = '', prefix = '0', ...rest] = entry.split('/')
  const longest = isIPv6(address) ? 128 : 32
  return isIP(address) > 0 && /^\d+$/.test(prefix) && Number(prefix) <= longest && !rest.length
}

export const proxies = text.transform((value, context) => {
  if (/^\d+$/.test(value)) return Number(value)
  const list = value.split(',').map((entry) => entry.trim())
  if (list.every(isAddressOrNetwork)) return list
  context.addIssue(
    'must be a number of proxies or a list of addresses, e.g. "1" or "loopback, 10.0.0.0/8"',
  )
  return z.NEVER
})

/** Schema of a comma-separated list of IP networks. */
export const networks = text.transform((value, context) => {
  const list = value.split(',').map((entry) => entry.trim())
  const isNetwork = (entry: string) => isAddressOrNetwork(entry) && isIP(entry.split('/')[0]!) > 0
  if (list.every(isNetwork)) return list
  context.addIssue('must be a list of networks, e.g. "10.20.0.0/16, fd00:20::/32"')
  return z.NEVER
})

/** Returns whether a URL's server is on this machine, so that traffic to it cannot be intercepted. */
export function isThisMachine(url: string): boolean {
  const host = URL.parse(url)?.hostname ?? ''
  return /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i.test(host)
}

export type Misspelt = { name: string; meant: string }

/** Maximum number of differences between a misspelt name and a setting's name. */
const mostTypos = 2
/**
 * Minimum length of setting names that are checked for typos: shorter ones, such as PORT, resemble too many
 * unrelated environment variables.
 */
const shortestName = 8

/** Returns environment variables whose names resemble unset settings, such as `SMPT_URL`. */
export function findMisspelt(
  environment: Record<string, string | undefined>,
  names: string[],
): Misspelt[] {
  const unset = names.filter((name) => !environment[name] && name.length >= shortestName)
  const others = Object.keys(environment).filter((name) => !names.includes(name))
  return others.flatMap((name) => {
    const meant = unset.find((one) => distance(one, name) <= mostTypos)
    return meant ? [{ name, meant }] : []
  })
}
