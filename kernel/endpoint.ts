import { z } from 'zod'
import type { RefusalCode } from './refusals.ts'
import type { ApiScope } from './api-scopes.ts'

/**
 * Who may call. `public`: everybody. `session`: a session that holds an e-mail.
 * `member`: a session with video access. `memberByEmail`: one that holds an e-mail, too, as an
 * administrator's need not. `verified`: one whose browser has shown that its e-mail is theirs. `admin`: an
 * administrator's session. `adminBeforeFactor`: also one that has to set up a second factor first.
 * `signed`: nobody with a browser, only a provider whose signature over the body is right.
 */
export type SessionAccess =
  | 'public'
  | 'session'
  | 'member'
  | 'memberByEmail'
  | 'verified'
  | 'admin'
  | 'adminBeforeFactor'
  | 'signed'

/** Who may call; with a `scope`: a program whose key has it, and nobody with a session. */
export type Access = SessionAccess | { readonly scope: ApiScope }

export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: `/api/${string}`
  access: Access
  /** One sentence for the API document. */
  summary: string
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodObject
  /** Largest body in bytes, where it differs from `usualBodyLimit`. */
  bodyLimit?: number
  /** The same for everybody: kept by the server, with an `ETag`. */
  isKept?: boolean
  /** Only for administrators who typed their password a short while ago: `passwordMinutes`. */
  needsPassword?: boolean
  /** May be sent again under the same `Idempotency-Key`, and is carried out once. */
  isRepeatable?: boolean
  /** A specified call of administrators, which ignores unknown fields. */
  ignoresUnknownFields?: boolean
  /** Asked by machines that must not be turned away: never counted. */
  isUnlimited?: boolean
  /** Its own refusals; what follows from what it is, `refusalsOf` adds. */
  refusals?: readonly RefusalCode[]
  reply: z.ZodType
}

/** Largest body in bytes of a call and of a posted form: three times what the longest form holds. */
export const usualBodyLimit = 64 * 1024

/**
 * How a call treats fields of its body that its contract does not have. Administrators' own calls refuse them, calls by
 * key name them in a `Warning` header until 2.0, and specified and visitors' calls ignore them.
 */
export function unknownFieldRule(entry: Endpoint): 'refuse' | 'warn' | 'ignore' {
  if (entry.method === 'GET' || entry.ignoresUnknownFields) return 'ignore'
  if (typeof entry.access === 'object') return 'warn'
  return entry.access === 'admin' || entry.access === 'adminBeforeFactor' ? 'refuse' : 'ignore'
}

/** What a call that may be repeated takes beside its body. */
export const idempotencyHeaders = z.object({
  'idempotency-key': z
    .string()
    .regex(/^[\x21-\x7e]{1,255}$/, 'Must be 1 to 255 letters, digits or signs, without a space')
    .optional()
    .describe('Names this write: sent again within 24 hours it is answered again, not done again.'),
})

/** For so long a password that was typed counts, where a call needs one. */
export const passwordMinutes = 15

/**
 * One call as server, browser, API document and access test all read it, by the address that its callers
 * write: `GET /api/events`. Specification, "Calls".
 */
export function endpoint<
  const Method extends Endpoint['method'],
  const Path extends Endpoint['path'],
  const Rest extends Omit<Endpoint, 'method' | 'path'>,
>(address: `${Method} ${Path}`, rest: Rest): { method: Method; path: Path } & Rest {
  const [method, path] = address.split(' ') as [Method, Path]
  return { method, path, ...rest }
}

type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined
type Sent<Schema> = Schema extends z.ZodType ? z.input<Schema> : undefined
type Field<E extends Endpoint, Name extends string> = Name extends keyof E ? E[Name] : undefined

/** What an operation receives: trimmed, checked, with defaults. */
export type BodyOf<E extends Endpoint> = Parsed<Field<E, 'body'>>
export type ParamsOf<E extends Endpoint> = Parsed<Field<E, 'params'>>
export type QueryOf<E extends Endpoint> = Parsed<Field<E, 'query'>>
/** What a caller may send. */
export type SentBodyOf<E extends Endpoint> = Sent<Field<E, 'body'>>
export type ReplyOf<E extends Endpoint> = z.output<E['reply']>

/** What an entry may refuse with: what follows from what it is, then what it lists itself. */
export function refusalsOf(entry: Endpoint): RefusalCode[] {
  const isChange = entry.method !== 'GET'
  const isSigned = entry.access === 'signed'
  const isByKey = typeof entry.access === 'object'
  const takesInput = isChange || entry.params !== undefined || entry.query !== undefined
  const following: [RefusalCode, boolean][] = [
    ['invalid_input', takesInput],
    ['not_signed_in', entry.access !== 'public' && !isByKey],
    ['key_needed', isByKey],
    ['scope_missing', isByKey],
    ['password_needed', entry.needsPassword === true],
    ['foreign_site', isChange && !isSigned && !isByKey],
    ['too_large', isChange],
    ['address_too_long', entry.params !== undefined],
    ['not_json', isChange && !isSigned],
    ['too_many', !entry.isUnlimited],
    ['unavailable', !entry.isUnlimited],
    ['idempotency_key_in_use', entry.isRepeatable === true],
    ['idempotency_key_reused', entry.isRepeatable === true],
  ]
  return [
    ...following.filter(([, follows]) => follows).map(([code]) => code),
    ...(entry.refusals ?? []),
  ]
}
