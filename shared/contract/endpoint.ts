import type { z } from 'zod'

/**
 * Who may call. `public`: everybody. `session`: a session that holds an e-mail.
 * `member`: a session with video access. `memberByEmail`: one that holds an e-mail, too, as an
 * administrator's need not. `admin`: an administrator's session. `signed`: nobody with a browser, only a
 * provider whose signature over the body is right.
 */
export type Access = 'public' | 'session' | 'member' | 'memberByEmail' | 'admin' | 'signed'

export type Endpoint = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: `/api/${string}`
  access: Access
  /** One sentence for the API document. */
  summary: string
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodObject
  /** Largest body in bytes, where it differs from the general limit of 1 MB. */
  bodyLimit?: number
  reply: z.ZodType
}

/** One call of specification 7, as server, browser, API document and access test all read it. */
export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition
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
