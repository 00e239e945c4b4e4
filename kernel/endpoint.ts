import { z } from 'zod'
import { type AdministratorRole, administratorRoles } from './administrator-roles.ts'
import type { RefusalCode } from './refusals.ts'
import type { ApiScope } from './api-scopes.ts'

/**
 * Which sessions may call an endpoint. `public`: all sessions, and callers without one. `session`: a session
 * with an email. `member`: a session with access to the video library. `memberByEmail`: such a session with an
 * email, which an administrator's may lack. `verified`: a session in which the visitor proved ownership of the
 * email. `owner`, `editor`, `viewer`: an administrator with at least this role. `adminBeforeFactor`: any
 * administrator, also before setting up the required two-factor authentication. `signed`: no session, but a
 * provider's signature of the body.
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

/** Who may call an endpoint: sessions, or, with a `scope`, only API keys that have this scope. */
export type Access = SessionAccess | { readonly scope: ApiScope }

export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: `/api/${string}`
  access: Access
  /** The endpoint's description in the OpenAPI document, one sentence. */
  summary: string
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodObject | z.ZodArray
  /** Maximum size of the request body in bytes. Default: `usualBodyLimit`. */
  bodyLimit?: number
  /** Whether the response is the same for every caller. The server caches such a response and adds an `ETag`. */
  isKept?: boolean
  /** Whether the administrator must have entered their password within the last `passwordMinutes` minutes. */
  needsPassword?: boolean
  /** Whether the endpoint accepts an `Idempotency-Key` header, with which a repeated request is carried out once. */
  isRepeatable?: boolean
  /** Whether an endpoint for administrators ignores unknown fields of the body instead of refusing them. */
  ignoresUnknownFields?: boolean
  /** Whether the response is always 204 without a body, even if the request is invalid or refused. */
  isSilent?: boolean
  /** Whether the endpoint is exempt from rate limits, for monitoring systems. */
  isUnlimited?: boolean
  /**
   * Codes of the errors that only this endpoint can return. `refusalsOf` adds the errors that follow from the other
   * properties, such as `not_signed_in` for an endpoint that needs a session.
   */
  refusals?: readonly RefusalCode[]
  reply: z.ZodType
}

/** Default maximum size, in bytes, of a request body or form post: three times the longest form. */
export const usualBodyLimit = 64 * 1024

/**
 * Returns how an endpoint treats unknown fields of the request body. Endpoints for administrators refuse the
 * request, unless they have `ignoresUnknownFields`. Endpoints for API keys list the fields in a `Warning`
 * header until version 2.0. Other endpoints ignore the fields.
 */
export function unknownFieldRule(entry: Endpoint): 'refuse' | 'warn' | 'ignore' {
  if (entry.method === 'GET' || entry.ignoresUnknownFields) return 'ignore'
  if (typeof entry.access === 'object') return 'warn'
  const isForAdministrators =
    neededRole(entry.access) !== undefined || entry.access === 'adminBeforeFactor'
  return isForAdministrators ? 'refuse' : 'ignore'
}

/**
 * Returns the role that the calling administrator, or the creator of the calling API key, needs for an
 * endpoint; undefined if the endpoint requires no role.
 */
export function neededRole(access: Access): AdministratorRole | undefined {
  if (typeof access === 'object') return access.scope.endsWith(':write') ? 'editor' : 'viewer'
  return administratorRoles.find((role) => role === access)
}

/** Schema of the request headers of an endpoint that accepts an idempotency key. */
export const idempotencyHeaders = z.object({
  'idempotency-key': z
    .string()
    .regex(/^[\x21-\x7e]{1,255}$/, 'Must be 1 to 255 letters, digits or signs, without a space')
    .optional()
    .describe(
      'Identifies this write. A repeated request within 24 hours gets the same response and is not carried out again.',
    ),
})

/** Minutes for which an entered password authorises calls of endpoints with `needsPassword`. */
export const passwordMinutes = 15

/**
 * Defines an endpoint once for server, browser, OpenAPI document and access test. `address` is method and path:
 * `GET /api/events`.
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

/** The request body that an endpoint's operation receives: validated, with defaults. */
export type BodyOf<E extends Endpoint> = Parsed<Field<E, 'body'>>
export type ParamsOf<E extends Endpoint> = Parsed<Field<E, 'params'>>
export type QueryOf<E extends Endpoint> = Parsed<Field<E, 'query'>>
/** The request body that a caller may send. */
export type SentBodyOf<E extends Endpoint> = Sent<Field<E, 'body'>>
export type ReplyOf<E extends Endpoint> = z.output<E['reply']>

/** Returns all refusal codes of an endpoint: codes that follow from its properties, then its own `refusals`. */
export function refusalsOf(entry: Endpoint): RefusalCode[] {
  if (entry.isSilent) return []
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
