import { queryOptions } from '@tanstack/react-query'
import type { Endpoint, ReplyOf, SentBodyOf } from '#kernel/endpoint.ts'
import type { DetailsOf, RefusalCode } from '#kernel/refusals.ts'

type EntryOf<Contract> = Contract extends unknown
  ? Extract<Contract[keyof Contract], Endpoint>
  : never
/** The contracts of all features: main/catalogue.ts fills it in, since no feature is known here. */
// Only an interface can be added to.
// oxlint-disable-next-line typescript/consistent-type-definitions
export interface Contracts {}
/** What a provider signs, or a program's key opens, no browser can call. */
type Entry = Exclude<
  EntryOf<Contracts[keyof Contracts]>,
  { access: 'signed' } | { access: { scope: string } }
>

type AddressOf<E> = E extends Endpoint ? `${E['method']} ${E['path']}` : never

/**
 * Every call of the contract as the specification writes it, e.g. `GET /api/events/upcoming`. Types
 * only: the browser takes names and shapes from the contract without loading its schemas.
 */
export type Address = AddressOf<Entry>

/** The contract's entry behind an address. */
export type EntryAt<A extends Address> = Entry extends infer E
  ? E extends Endpoint
    ? AddressOf<E> extends A
      ? E
      : never
    : never
  : never

/** The path of a call, and the first part of the key that its answer is kept under. */
export function pathOf(address: Address): string {
  return address.split(' ')[1]!
}

/**
 * Any non-success answer. Specification, "Calls": status code, colon, space, body text or status
 * text.
 */
export class CallError extends Error {
  readonly status: number
  /** Why the server said no: `refusedWith` reads it. */
  readonly code: string | null
  /** The body where it was JSON. */
  readonly answer: { readonly [name: string]: unknown }

  constructor(status: number, text: string, statusText: string, code: string | null = null) {
    super(`${status}: ${text || statusText}`)
    this.status = status
    this.answer = parseAnswer(text)
    this.code = code
  }
}

function parseAnswer(text: string): CallError['answer'] {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}

/** Thrown when a call fails on a device that knows that it is offline. */
class Offline extends Error {
  constructor() {
    super('Your device is offline. Please connect to the internet and try again.')
  }
}

export function isOffline(error: unknown): error is Error {
  return error instanceof Offline
}

/**
 * Returns what a visitor may read of a failure: why the server refused, in its own words, or that the device
 * is offline. For any other failure the caller shows the text of the specification.
 */
export function serverMessage(error: unknown): string | undefined {
  if (isOffline(error)) return error.message
  if (!(error instanceof CallError) || error.status >= 500) return undefined
  const { message } = error.answer
  return typeof message === 'string' && message !== '' ? message : undefined
}

/** The same where the reason is another than the one that the specified text names. */
export function otherReason(error: unknown, named: { status: number }): string | undefined {
  const isNamed = error instanceof CallError && error.status === named.status
  return isNamed ? undefined : serverMessage(error)
}

/** Returns the message for a reached limit or an offline device: the specified text names a wrong reason for both. */
export function limitMessage(error: unknown): string | undefined {
  const isLimit = error instanceof CallError && error.status === 429
  return isLimit || isOffline(error) ? serverMessage(error) : undefined
}

type Sent<E extends Endpoint> = {
  body?: SentBodyOf<E>
  params?: Record<string, string | number>
  /** What follows the address; what is undefined or empty is left out. */
  query?: Record<string, string | number | undefined>
  headers?: Record<string, string>
  signal?: AbortSignal
  /** Lets the request outlive its page. */
  keepalive?: boolean
  /** Fails where the server could not read the session and answered as it answers a visitor. */
  asMyself?: boolean
}

function fillIn(path: string, params: Record<string, string | number> = {}) {
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
}

function writeQuery(query: Record<string, string | number | undefined> = {}) {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  if (given.length === 0) return ''
  return `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`
}

/** Sends one call and waits for its answer to begin. Throws CallError for any non-success status, and Offline. */
export async function ask<A extends Address>(
  address: A,
  { body, params, query, asMyself, ...options }: Sent<EntryAt<A>> = {},
): Promise<Response> {
  const [method, path = ''] = address.split(' ')
  const response = await fetch(fillIn(path, params) + writeQuery(query), {
    method,
    credentials: 'include',
    ...options,
    ...(body !== undefined && {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  }).catch((error: unknown) => {
    throw error instanceof TypeError && !navigator.onLine ? new Offline() : error
  })
  if (!response.ok) {
    const { status, statusText, headers } = response
    throw new CallError(status, await response.text(), statusText, headers.get('refusal-code'))
  }
  if (asMyself && response.headers.get('answered-as') === 'visitor') {
    throw new CallError(503, '', 'The session could not be read')
  }
  return response
}

/**
 * Makes one call of the contract from the browser, with cookies: `call('POST /api/pre-register', { body })`.
 * Throws CallError for any non-success status. Specification, "Calls".
 */
export async function call<A extends Address>(
  address: A,
  sent: Sent<EntryAt<A>> = {},
): Promise<ReplyOf<EntryAt<A>>> {
  return (await (await ask(address, sent)).json()) as ReplyOf<EntryAt<A>>
}

/**
 * The code, and that of a finished event as Specification, "Refusals and toasts" tells it apart,
 * whoever answered.
 */
function codeOf({ code, answer }: CallError) {
  const isOver = answer.eventStatus === 'finished' || answer.suggestFutureEvents === true
  return isOver && code !== 'event_cancelled' ? 'event_finished' : code
}

/** What goes with a refusal, where the server said no for this reason. */
export function refusedWith<Code extends RefusalCode>(
  error: unknown,
  code: Code,
): DetailsOf<Code> | undefined {
  const isIt = error instanceof CallError && codeOf(error) === code
  return isIt ? (error.answer as DetailsOf<Code>) : undefined
}

/** What the server found wrong with what was sent, field by field. */
export function wrongFields(error: unknown) {
  const refused = refusedWith(error, 'invalid_input') ?? refusedWith(error, 'too_large')
  return refused?.errors ?? []
}

/** A read that lasts: app/root.tsx says how long. What is said below differs. */
export function read<A extends Address>(address: A) {
  return queryOptions({
    queryKey: [pathOf(address)],
    queryFn: ({ signal }) => call(address, { signal }),
  })
}
