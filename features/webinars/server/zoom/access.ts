import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { ZoomError } from '#features/webinars/server/zoom-error.ts'
import type { Clock } from '#kernel/clock.ts'
import type { ZoomConfig } from '#platform/settings/provider-settings.ts'

const tokenReply = z.object({ access_token: z.string(), expires_in: z.number().default(3600) })
const timeoutMs = 10_000
/**
 * Milliseconds before its expiry at which an access token is renewed, so that no running call fails. Zoom's tokens
 * are valid for one hour.
 */
const spareMs = 5 * 60_000

/**
 * Creates a source of access tokens by server-to-server OAuth. A token is cached for about 55 minutes; simultaneous
 * callers share one request. `renew` receives the token that Zoom rejected, so that several callers with the same
 * token replace it only once.
 */
export function createZoomToken(config: ZoomConfig, clock: Clock) {
  let kept: { token: string; until: number } | undefined
  let asking: Promise<string> | undefined

  async function ask() {
    const { accountId, clientId, clientSecret, oauthUrl } = config
    const words = Buffer.from(`${clientId}:${clientSecret}`).toString('base64')
    const response = await fetch(oauthUrl, {
      method: 'POST',
      headers: { authorization: `Basic ${words}` },
      body: new URLSearchParams({ grant_type: 'account_credentials', account_id: accountId }),
      signal: AbortSignal.timeout(timeoutMs),
    })
    const body: unknown = await response.json().catch(() => undefined)
    if (!response.ok) throw new ZoomError(...describeRefusal(response, body))
    const { access_token: token, expires_in: seconds } = tokenReply.parse(body)
    kept = { token, until: clock.now().getTime() + seconds * 1000 - spareMs }
    return token
  }

  function fetchToken() {
    asking ??= ask().finally(() => (asking = undefined))
    return asking
  }

  return {
    async get() {
      return kept && kept.until > clock.now().getTime() ? kept.token : fetchToken()
    },
    async renew(refused: string) {
      if (kept?.token === refused) kept = undefined
      return kept?.token ?? fetchToken()
    },
  }
}

/**
 * Returns the arguments of the ZoomError for a failed token request. A 4xx response means invalid settings; the job
 * is retried, because an administrator can correct them.
 */
function describeRefusal(
  response: Response,
  body: unknown,
): ConstructorParameters<typeof ZoomError> {
  const { reason, error } = (body ?? {}) as { reason?: string; error?: string }
  const words = reason ?? error ?? response.statusText
  const retryAfter = response.headers.get('retry-after') ?? undefined
  if (response.status >= 500 || response.status === 429) {
    return [response.status, undefined, words, { retryAfter }]
  }
  return [401, undefined, `look at ZOOM_ACCOUNT_ID, ZOOM_CLIENT_ID, ZOOM_CLIENT_SECRET (${words})`]
}

/**
 * Milliseconds between two calls of one Zoom rate limit category. Zoom's smallest webinar plan allows an account 30
 * light, 20 medium and 10 heavy calls per second; the calls of two nodes stay below that.
 */
const stepMs = { light: 75, medium: 150, heavy: 300 } as const
/** Milliseconds without calls after Zoom reported that a rate limit was exceeded. */
const pauseMs = 1_000

/**
 * Limits the rate of this process's calls to Zoom, which registering all people of a full event would otherwise exceed.
 */
export function createZoomPace() {
  let nextAt = 0
  let last = Promise.resolve()

  /**
   * Waits until the next call is allowed, counted from the real start of the previous one. After the process was
   * blocked, calls then do not come all at once.
   */
  async function leave(before: Promise<void>, label: keyof typeof stepMs) {
    await before
    const left = nextAt - performance.now()
    if (left > 0) await wait(left)
    nextAt = Math.max(nextAt, performance.now() + stepMs[label])
  }

  return {
    /** Resolves when the caller may send its request. */
    turn(label: keyof typeof stepMs): Promise<void> {
      last = leave(last, label)
      return last
    },
    /** Delays all following requests to Zoom by `pauseMs`. */
    pause(): void {
      nextAt = Math.max(nextAt, performance.now() + pauseMs)
    },
  }
}
