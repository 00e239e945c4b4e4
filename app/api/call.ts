import type { Endpoint, ReplyOf, SentBodyOf } from '#shared/contract/endpoint.ts'
import type { Address, EntryAt } from './addresses.ts'

/** Any non-success answer. Specification 7: status code, colon, space, body text or status text. */
export class CallError extends Error {
  readonly status: number
  /** The body where it was JSON, e.g. `{message, errors, eventStatus}`. */
  readonly details: { [name: string]: unknown }

  constructor(status: number, text: string, statusText: string) {
    super(`${status}: ${text || statusText}`)
    this.status = status
    this.details = parseDetails(text)
  }
}

function parseDetails(text: string): CallError['details'] {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}

/**
 * What a visitor may read of a failure in the server's own words: why it said no. What broke, at the server
 * or on the way, is never told in theirs; the specified text is shown instead. Specification 8.
 */
export function serverMessage(error: unknown): string | undefined {
  if (!(error instanceof CallError) || error.status >= 500) return undefined
  const { message } = error.details
  return typeof message === 'string' && message !== '' ? message : undefined
}

/** The same where the reason is another than the one that the specified text names. */
export function otherReason(error: unknown, named: { status: number }): string | undefined {
  const isNamed = error instanceof CallError && error.status === named.status
  return isNamed ? undefined : serverMessage(error)
}

/** The server's words where a limit was reached: the specified text would name a wrong reason. */
export function limitMessage(error: unknown): string | undefined {
  return error instanceof CallError && error.status === 429 ? serverMessage(error) : undefined
}

type Sent<E extends Endpoint> = {
  body?: SentBodyOf<E>
  params?: Record<string, string | number>
  /** What follows the address; what is undefined or empty is left out. */
  query?: Record<string, string | number | undefined>
  signal?: AbortSignal
  /** Lets the request outlive its page. */
  keepalive?: boolean
}

function fillIn(path: string, params: Record<string, string | number> = {}) {
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
}

function writeQuery(query: Record<string, string | number | undefined> = {}) {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  if (given.length === 0) return ''
  return `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`
}

/**
 * Makes one call of the contract from the browser, with cookies: `call('POST /api/pre-register', { body })`.
 * Throws CallError for any non-success status. Specification 7.
 */
export async function call<A extends Address>(
  address: A,
  { body, params, query, signal, keepalive }: Sent<EntryAt<A>> = {},
): Promise<ReplyOf<EntryAt<A>>> {
  const [method, path = ''] = address.split(' ')
  const response = await fetch(fillIn(path, params) + writeQuery(query), {
    method,
    credentials: 'include',
    signal,
    keepalive,
    ...(body !== undefined && {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  })
  if (!response.ok) throw new CallError(response.status, await response.text(), response.statusText)
  return (await response.json()) as ReplyOf<EntryAt<A>>
}
