import { z } from 'zod'
import type { MailerliteConfig } from '#platform/settings/provider-settings.ts'

/** MailerLite's ids exceed 2^53, so they are strings in its API and here. */
const longNumber = z.string().regex(/^\d+$/)
const subscriberAnswer = z.object({ data: z.object({ id: longNumber, status: z.string() }) })
const groupAnswer = z.object({ data: z.object({ id: longNumber, name: z.string() }) })
const groupsAnswer = z.object({
  data: z.array(groupAnswer.shape.data),
  meta: z.object({ last_page: z.number() }),
})

export type Subscriber = z.output<typeof subscriberAnswer>['data']

export type SubscriberFields = {
  email: string
  /** Omit empty fields, because MailerLite would replace its stored value by the empty one. */
  fields: { name?: string; last_name?: string; company?: string }
  /** Ids of the groups to which to add the subscriber. MailerLite does not remove the subscriber from other groups. */
  groups: string[]
  /** Set only if the person has opted in again: `active` revokes an earlier unsubscription at MailerLite. */
  status?: 'active'
  opted_in_at?: string
}

const subscribersAnswer = z.object({
  data: z.array(z.object({ id: longNumber, email: z.string() })),
  meta: z.object({ next_cursor: z.string().nullish() }),
})

const patienceMs = 10_000
const pageSize = 100
/** The version of MailerLite's API that this client was written for. */
const version = '2026-11-01'

export type MailerliteClient = ReturnType<typeof createMailerliteClient>

/** Creates the MailerLite client. Every method throws a MailerliteError unless its API call succeeds. */
export function createMailerliteClient({ apiKey, apiUrl }: MailerliteConfig) {
  async function ask<Answer>(
    schema: z.ZodType<Answer>,
    method: string,
    path: string,
    { body, signal }: { body?: object; signal?: AbortSignal } = {},
  ): Promise<Answer> {
    const timeout = AbortSignal.timeout(patienceMs)
    let answer: Response
    let said: unknown
    try {
      answer = await fetch(`${apiUrl}${path}`, {
        method,
        redirect: 'error',
        headers: {
          authorization: `Bearer ${apiKey}`,
          accept: 'application/json',
          'content-type': 'application/json',
          'x-version': version,
        },
        ...(body && { body: JSON.stringify(body) }),
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      })
      said = readJson(await answer.text())
    } catch (error) {
      throw new MailerliteError('unreachable', `MailerLite could not be reached: ${causeOf(error)}`)
    }
    if (!answer.ok) throw describeAnswer(answer, said)
    const read = schema.safeParse(said)
    if (!read.success)
      throw new MailerliteError('theirs', 'MailerLite gave an answer of another form')
    return read.data
  }

  /**
   * Returns the id of the first MailerLite group whose name starts with `beginning`, or undefined; reads all pages of
   * search results.
   */
  async function findGroup(beginning: string, signal?: AbortSignal): Promise<string | undefined> {
    for (let page = 1; ; page++) {
      const query = new URLSearchParams({
        limit: String(pageSize),
        page: String(page),
        'filter[name]': beginning,
      })
      const { data, meta } = await ask(groupsAnswer, 'GET', `/groups?${query}`, { signal })
      const found = data.find(({ name }) => name.startsWith(beginning))
      if (found) return found.id
      if (data.length === 0 || page >= meta.last_page) return undefined
    }
  }

  return {
    findGroup,
    /** Creates or updates the subscriber with this email; idempotent. */
    async saveSubscriber(body: SubscriberFields, signal?: AbortSignal): Promise<Subscriber> {
      return (await ask(subscriberAnswer, 'POST', '/subscribers', { body, signal })).data
    },
    /** Returns the subscriber with this email or id. */
    async findSubscriber(key: string, signal?: AbortSignal): Promise<Subscriber> {
      const path = `/subscribers/${encodeURIComponent(key)}`
      return (await ask(subscriberAnswer, 'GET', path, { signal })).data
    },
    /**
     * Returns 100 subscribers of any status, and the cursor of the next page; a null cursor requests the first
     * page.
     */
    async listSubscribers(cursor: string | null, signal?: AbortSignal) {
      const query = new URLSearchParams({ limit: String(pageSize), ...(cursor && { cursor }) })
      const path = `/subscribers?${query}`
      const { data, meta } = await ask(subscribersAnswer, 'GET', path, { signal })
      return { subscribers: data, next: meta.next_cursor ?? null }
    },
    async unsubscribe(subscriberId: string, signal?: AbortSignal): Promise<Subscriber> {
      const body = { status: 'unsubscribed' }
      const path = `/subscribers/${subscriberId}`
      return (await ask(subscriberAnswer, 'PUT', path, { body, signal })).data
    },
    /**
     * Reactivates an unsubscribed subscriber. MailerLite would reject them in `saveSubscriber`, even with a
     * status.
     */
    async resubscribe(subscriberId: string, optedInAt: string, signal?: AbortSignal) {
      const body = { status: 'active', opted_in_at: optedInAt }
      const path = `/subscribers/${subscriberId}`
      return (await ask(subscriberAnswer, 'PUT', path, { body, signal })).data
    },
    /** Deletes the subscriber and all of their data permanently. */
    async forget(subscriberId: string, signal?: AbortSignal): Promise<void> {
      await ask(z.unknown(), 'POST', `/subscribers/${subscriberId}/forget`, { body: {}, signal })
    },
    async leaveGroup(subscriberId: string, groupId: string, signal?: AbortSignal): Promise<void> {
      await ask(z.unknown(), 'DELETE', `/subscribers/${subscriberId}/groups/${groupId}`, { signal })
    },
    async createGroup(name: string, signal?: AbortSignal): Promise<string> {
      return (await ask(groupAnswer, 'POST', '/groups', { body: { name }, signal })).data.id
    },
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError') return `no answer in ${patienceMs / 1000} seconds`
  const { cause } = error
  const { code } = (cause ?? {}) as { code?: unknown }
  return typeof code === 'string' ? code : cause instanceof Error ? cause.message : error.message
}

/**
 * Kind of failed call. `unauthenticated`: the API key is invalid, its user is gone or the plan forbids API
 * calls. `missing`: no such subscriber or group. `invalid`: MailerLite rejected the request. `tooMany`: rate
 * limit until `retryAfter`. `theirs`: a 5xx response. `unreachable`: no response in time.
 */
type MailerliteFault =
  | 'unauthenticated'
  | 'missing'
  | 'invalid'
  | 'tooMany'
  | 'theirs'
  | 'unreachable'

export class MailerliteError extends Error {
  readonly fault: MailerliteFault
  /** Seconds until calls are allowed again; only set with the fault `tooMany`. */
  readonly retryAfter: number
  /** Names of the rejected fields, such as `email` or `groups.0`. */
  readonly fields: string[]

  constructor(
    fault: MailerliteFault,
    message: string,
    more: { retryAfter?: number; fields?: string[] } = {},
  ) {
    super(message)
    this.name = 'MailerliteError'
    this.fault = fault
    this.retryAfter = more.retryAfter ?? 0
    this.fields = more.fields ?? []
  }
}

/** Returns whether MailerLite rejected a subscriber because they unsubscribed or bounced there. */
export function isAboutStatus(error: unknown): boolean {
  return (
    error instanceof MailerliteError &&
    error.fault === 'invalid' &&
    !error.fields.some((name) => name.startsWith('groups')) &&
    /\b(?:unsubscribed|bounced|junk|spam)\b/i.test(error.message)
  )
}

const faults: Record<number, MailerliteFault> = {
  400: 'invalid',
  401: 'unauthenticated',
  402: 'unauthenticated',
  403: 'unauthenticated',
  404: 'missing',
  422: 'invalid',
  429: 'tooMany',
}

const longestWait = 60 * 60

/** Returns the seconds of a Retry-After header, which is a number or a date; 60 if it is missing or invalid. */
function readRetryAfter(header: string | null, now: number): number {
  const seconds = header?.trim() ? Number(header) : Number.NaN
  const asked = Number.isFinite(seconds) ? seconds : (Date.parse(header ?? '') - now) / 1000
  return Number.isFinite(asked) ? Math.min(Math.max(1, Math.ceil(asked)), longestWait) : 60
}

/** Returns the error for an unsuccessful response of MailerLite; `body` is its parsed JSON, if any. */
function describeAnswer(answer: Response, body: unknown): MailerliteError {
  const { message, errors } = (body ?? {}) as { message?: unknown; errors?: unknown }
  const fault = faults[answer.status] ?? 'theirs'
  const fields = typeof errors === 'object' && errors ? Object.entries(errors) : []
  const details = fields.flatMap(([name, words]) => `${name}: ${[words].flat().join(' ')}`)
  const said = [typeof message === 'string' ? message : '', ...details].filter(Boolean).join(' ')
  return new MailerliteError(
    fault,
    `MailerLite answered ${answer.status}${said && `: ${said}`}`.slice(0, 500),
    {
      fields: fields.map(([name]) => name),
      ...(fault === 'tooMany' && {
        retryAfter: readRetryAfter(answer.headers.get('retry-after'), Date.now()),
      }),
    },
  )
}
