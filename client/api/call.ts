import { queryOptions } from '@tanstack/react-query'
import type { Endpoint, ReplyOf, SentBodyOf } from '#kernel/endpoint.ts'
import type { DetailsOf, RefusalCode } from '#kernel/refusals.ts'

type EntryOf<Contract> = Contract extends unknown
  ? Extract<Contract[keyof Contract], Endpoint>
  : never
/**
 * The contracts of all features; main/catalogue.ts extends this interface, because client code may not import
 * features.
 */
// Declaration merging needs an interface.
// oxlint-disable-next-line typescript/consistent-type-definitions
export interface Contracts {}
/** Excludes calls that need a provider's signature or an API key, which browsers cannot make. */
type Entry = Exclude<
  EntryOf<Contracts[keyof Contracts]>,
  { access: 'signed' } | { access: { scope: string } }
>

type AddressOf<E> = E extends Endpoint ? `${E['method']} ${E['path']}` : never

/**
 * A call by method and path, such as `GET /api/events/upcoming`. Types only: the browser does not load the
 * contracts' schemas.
 */
export type Address = AddressOf<Entry>

/** The contract entry of an address. */
export type EntryAt<A extends Address> = Entry extends infer E
  ? E extends Endpoint
    ? AddressOf<E> extends A
      ? E
      : never
    : never
  : never

/** Returns the path of a call, which is also the first part of its query key. */
export function pathOf(address: Address): string {
  return address.split(' ')[1]!
}

/** An unsuccessful response. The message is status, colon, space, and body or status text. */
export class CallError extends Error {
  readonly status: number
  /** The response's refusal code; use `refusedWith` to check it. */
  readonly code: string | null
  /** The response's body, if it is JSON. */
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

/** Thrown when a call fails while the device is offline. */
class Offline extends Error {
  constructor() {
    super('Your device is offline. Please connect to the internet and try again.')
  }
}

export function isOffline(error: unknown): error is Error {
  return error instanceof Offline
}

/**
 * Returns the message to display: the server's, or that the device is offline. Undefined for other failures,
 * for which the caller has a specified text.
 */
export function serverMessage(error: unknown): string | undefined {
  if (isOffline(error)) return error.message
  if (!(error instanceof CallError) || error.status >= 500) return undefined
  const { message } = error.answer
  return typeof message === 'string' && message !== '' ? message : undefined
}

/** Returns the message to display, like serverMessage, unless the specified text explains this status. */
export function otherReason(error: unknown, named: { status: number }): string | undefined {
  const isNamed = error instanceof CallError && error.status === named.status
  return isNamed ? undefined : serverMessage(error)
}

/** Returns the message for a reached limit or an offline device, which the specified texts do not explain. */
export function limitMessage(error: unknown): string | undefined {
  const isLimit = error instanceof CallError && error.status === 429
  return isLimit || isOffline(error) ? serverMessage(error) : undefined
}

type Sent<E extends Endpoint> = {
  body?: SentBodyOf<E>
  params?: Record<string, string | number>
  /** Query parameters; undefined and empty values are left out. */
  query?: Record<string, string | number | undefined>
  headers?: Record<string, string>
  signal?: AbortSignal
  /** Lets the request continue after its page is closed. */
  keepalive?: boolean
  /** Fails if the server could not read the session and answered as for a visitor. */
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

/**
 * Sends a call and resolves when the response begins. Throws CallError for an unsuccessful status, and Offline.
 */
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
 * Makes a call and returns the parsed response: `call('POST /api/pre-register', { body })`. Sends cookies.
 * Throws CallError for an unsuccessful status.
 */
export async function call<A extends Address>(
  address: A,
  sent: Sent<EntryAt<A>> = {},
): Promise<ReplyOf<EntryAt<A>>> {
  return (await (await ask(address, sent)).json()) as ReplyOf<EntryAt<A>>
}

/** Returns the refusal code; recognises a finished event by its body, too. */
function codeOf({ code, answer }: CallError) {
  const isOver = answer.eventStatus === 'finished' || answer.suggestFutureEvents === true
  return isOver && code !== 'event_cancelled' ? 'event_finished' : code
}

/** Returns a refusal's details if the error has this code; undefined otherwise. */
export function refusedWith<Code extends RefusalCode>(
  error: unknown,
  code: Code,
): DetailsOf<Code> | undefined {
  const isIt = error instanceof CallError && codeOf(error) === code
  return isIt ? (error.answer as DetailsOf<Code>) : undefined
}

/** Returns the errors by field, if the server rejected the input. */
export function wrongFields(error: unknown) {
  const refused = refusedWith(error, 'invalid_input') ?? refusedWith(error, 'too_large')
  return refused?.errors ?? []
}

/** Query options of a GET call; app/root.tsx sets their defaults. */
export function read<A extends Address>(address: A) {
  return queryOptions({
    queryKey: [pathOf(address)],
    queryFn: ({ signal }) => call(address, { signal }),
  })
}
