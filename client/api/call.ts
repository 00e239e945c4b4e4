import { queryOptions } from '@tanstack/react-query'
import type { Endpoint, ReplyOf, SentBodyOf } from '#kernel/endpoint.ts'
import type { DetailsOf, RefusalCode } from '#kernel/refusals.ts'

type EntryOf<Contract> = Contract extends unknown
  ? Extract<Contract[keyof Contract], Endpoint>
  : never
/**
 * The endpoint contracts of all features. main/catalogue.ts extends this interface, because client code may not
 * import features.
 */
// Declaration merging needs an interface.
// oxlint-disable-next-line typescript/consistent-type-definitions
export interface Contracts {}
/** Excludes endpoints that need a provider's signature or an API key, which browsers cannot call. */
type Entry = Exclude<
  EntryOf<Contracts[keyof Contracts]>,
  { access: 'signed' } | { access: { scope: string } }
>

type AddressOf<E> = E extends Endpoint ? `${E['method']} ${E['path']}` : never

/**
 * Method and path of an endpoint, such as `GET /api/events/upcoming`. Only a type, so that the browser does not
 * load the contracts' Zod schemas.
 */
export type Address = AddressOf<Entry>

/** The type of the contract of the endpoint with a given method and path. */
export type EntryAt<A extends Address> = Entry extends infer E
  ? E extends Endpoint
    ? AddressOf<E> extends A
      ? E
      : never
    : never
  : never

/**
 * Returns the path of an endpoint without its method; also the first element of the endpoint's TanStack query
 * key.
 */
export function pathOf(address: Address): string {
  return address.split(' ')[1]!
}

/**
 * Thrown for a response whose status is not 2xx. The message is `STATUS: BODY`, with the status text if the
 * body is empty.
 */
export class CallError extends Error {
  readonly status: number
  /** The refusal code in the response's `refusal-code` header; use `refusedWith` to check it. */
  readonly code: string | null
  /** The parsed JSON body of the response; `{}` if the body is not a JSON object. */
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
 * Returns the message to display for a failed call: the server's, or that the device is offline. Undefined for
 * other failures, for which each caller has its own text.
 */
export function serverMessage(error: unknown): string | undefined {
  if (isOffline(error)) return error.message
  if (!(error instanceof CallError) || error.status >= 500) return undefined
  const { message } = error.answer
  return typeof message === 'string' && message !== '' ? message : undefined
}

/**
 * Returns the server's message for a failed call, or that the device is offline. Returns undefined for the status in
 * `named`, for which the caller displays its own text.
 */
export function otherReason(error: unknown, named: { status: number }): string | undefined {
  const isNamed = error instanceof CallError && error.status === named.status
  return isNamed ? undefined : serverMessage(error)
}

/**
 * Returns the server's message for a reached rate limit (status 429), or that the device is offline; undefined
 * otherwise.
 */
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
  /** Whether the browser finishes the request even if the visitor closes the page. */
  keepalive?: boolean
  /**
   * A server that cannot read the session answers as if the visitor were not signed in. Whether to throw CallError in
   * this case.
   */
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
 * Sends a request to an endpoint and resolves when the response begins. Throws CallError if the status is not
 * 2xx, and Offline without a connection.
 */
export async function ask<A extends Address>(
  address: A,
  { body, params, query, headers: sentHeaders, asMyself, ...options }: Sent<EntryAt<A>> = {},
): Promise<Response> {
  const [method, path = ''] = address.split(' ')
  const response = await fetch(fillIn(path, params) + writeQuery(query), {
    method,
    credentials: 'include',
    ...options,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...sentHeaders,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
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
 * Sends a request with cookies to an endpoint and returns the parsed response: `call('POST /api/pre-register',
 * { body })`. Throws like `ask`.
 */
export async function call<A extends Address>(
  address: A,
  sent: Sent<EntryAt<A>> = {},
): Promise<ReplyOf<EntryAt<A>>> {
  return (await (await ask(address, sent)).json()) as ReplyOf<EntryAt<A>>
}

/**
 * Returns the refusal code of an error response. Returns `event_finished` also for other codes if the response body
 * says that the event is over.
 */
function codeOf({ code, answer }: CallError) {
  const isOver = answer.eventStatus === 'finished' || answer.suggestFutureEvents === true
  return isOver && code !== 'event_cancelled' ? 'event_finished' : code
}

/** If the error is a response with this refusal code, returns the details in its body; otherwise undefined. */
export function refusedWith<Code extends RefusalCode>(
  error: unknown,
  code: Code,
): DetailsOf<Code> | undefined {
  const isIt = error instanceof CallError && codeOf(error) === code
  return isIt ? (error.answer as DetailsOf<Code>) : undefined
}

/** Returns the server's validation errors, each with its field; an empty list for other failures. */
export function wrongFields(error: unknown) {
  const refused = refusedWith(error, 'invalid_input') ?? refusedWith(error, 'too_large')
  return refused?.errors ?? []
}

/** Returns the TanStack query options of a GET endpoint. app/root.tsx sets the defaults of all queries. */
export function read<A extends Address>(address: A) {
  return queryOptions({
    queryKey: [pathOf(address)],
    queryFn: ({ signal }) => call(address, { signal }),
  })
}
