import { z } from 'zod'
import { type AdministratorRole, administratorRoles } from './administrator-roles.ts'
import type { RefusalCode } from './refusals.ts'
import type { ApiScope } from './api-scopes.ts'

/**
 * Sessions that may call. `public`: everyone. `session`: a session with an email. `member`: a session with
 * video access. `memberByEmail`: a member's session with an email, which an administrator's may lack.
 * `verified`: a session whose browser proved ownership of its email. `owner`, `editor`, `viewer`: an
 * administrator with at least this role. `adminBeforeFactor`: any administrator, also one without the required
 * two-factor authentication. `signed`: no session, but a provider's signature of the body.
 */
export type SessionAccess =
  | 'public'
  | 'session'
  | 'member'
  | 'memberByEmail'
  | 'verified'
  | AdministratorRole
  | 'adminBeforeFactor'
  | 'signed'

/** Callers of an endpoint: sessions, or, with a `scope`, only API keys that have it. */
export type Access = SessionAccess | { readonly scope: ApiScope }

export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: `/api/${string}`
  access: Access
  /** The endpoint's description in the OpenAPI document, one sentence. */
  summary: string
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodObject
  /** Maximum body size in bytes, if not `usualBodyLimit`. */
  bodyLimit?: number
  /** The response is the same for everyone: cached by the server, with an `ETag`. */
  isKept?: boolean
  /** Requires that the administrator entered their password within `passwordMinutes`. */
  needsPassword?: boolean
  /** The endpoint accepts an `Idempotency-Key`: repeated requests are carried out once. */
  isRepeatable?: boolean
  /** An administrator's call that ignores unknown fields, as specified. */
  ignoresUnknownFields?: boolean
  /** The endpoint is exempt from rate limits, for monitoring systems. */
  isUnlimited?: boolean
  /** Refusal codes of this endpoint; `refusalsOf` adds those that follow from its other properties. */
  refusals?: readonly RefusalCode[]
  reply: z.ZodType
}

/** Maximum size in bytes of a call's body and of a form post: three times the longest form. */
export const usualBodyLimit = 64 * 1024

/**
 * Returns how a call treats unknown fields of its body: administrators' calls refuse them, calls by API key
 * list them in a `Warning` header until 2.0, specified and visitors' calls ignore them.
 */
export function unknownFieldRule(entry: Endpoint): 'refuse' | 'warn' | 'ignore' {
  if (entry.method === 'GET' || entry.ignoresUnknownFields) return 'ignore'
  if (typeof entry.access === 'object') return 'warn'
  const isForAdministrators =
    neededRole(entry.access) !== undefined || entry.access === 'adminBeforeFactor'
  return isForAdministrators ? 'refuse' : 'ignore'
}

/**
 * Returns the role that an administrator needs for an endpoint, or, for a call by API key, the administrator who
 * created the key; undefined if the endpoint requires no role.
 */
export function neededRole(access: Access): AdministratorRole | undefined {
  if (typeof access === 'object') return access.scope.endsWith(':write') ? 'editor' : 'viewer'
  return administratorRoles.find((role) => role === access)
}

/** Headers of a call that accepts an idempotency key. */
export const idempotencyHeaders = z.object({
  'idempotency-key': z
    .string()
    .regex(/^[\x21-\x7e]{1,255}$/, 'Must be 1 to 255 letters, digits or signs, without a space')
    .optional()
    .describe(
      'Identifies this write. A repeated request within 24 hours gets the same response and is not carried out again.',
    ),
})

/** How long an entered password authorises calls that need one. */
export const passwordMinutes = 15

/**
 * Defines a call once for server, browser, OpenAPI document and access test, by method and path: `GET
 * /api/events`.
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

/** The validated body that an operation receives, with defaults. */
export type BodyOf<E extends Endpoint> = Parsed<Field<E, 'body'>>
export type ParamsOf<E extends Endpoint> = Parsed<Field<E, 'params'>>
export type QueryOf<E extends Endpoint> = Parsed<Field<E, 'query'>>
/** The body that a caller may send. */
export type SentBodyOf<E extends Endpoint> = Sent<Field<E, 'body'>>
export type ReplyOf<E extends Endpoint> = z.output<E['reply']>

/** Returns all refusal codes of an endpoint: those that follow from its properties, then its own. */
export function refusalsOf(entry: Endpoint): RefusalCode[] {
  const isChange = entry.method !== 'GET'
  const isSigned = entry.access === 'signed'
  const isByKey = typeof entry.access === 'object'
  const role = neededRole(entry.access)
  const takesInput = isChange || entry.params !== undefined || entry.query !== undefined
  const following: [RefusalCode, boolean][] = [
    ['invalid_input', takesInput],
    ['not_signed_in', entry.access !== 'public' && !isByKey],
    ['key_needed', isByKey],
    ['scope_missing', isByKey],
    ['role_missing', role !== undefined && role !== 'viewer'],
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
