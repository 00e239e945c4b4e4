import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { ZoomError } from '#features/webinars/server/zoom-error.ts'
import type { Clock } from '#kernel/clock.ts'
import type { ZoomConfig } from '#platform/settings/provider-settings.ts'

const tokenReply = z.object({ access_token: z.string(), expires_in: z.number().default(3600) })
const timeoutMs = 10_000
/** Zoom's tokens last an hour; the last minutes are left for calls under way. */
const spareMs = 5 * 60_000

/**
 * Access tokens by server-to-server OAuth, each kept for about 55 minutes; many callers at once cause
 * one request. `renew` names the token that was refused, so that it is replaced once.
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

/** A 4xx means that the settings are wrong: ours to mend, so it is tried again and not given up. */
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
 * Milliseconds from one call to the next by Zoom's label. Its smallest plan with webinars takes 30 light,
 * 20 medium and 10 heavy ones a second from all apps of the account: two nodes stay below that.
 */
const stepMs = { light: 75, medium: 150, heavy: 300 } as const
/** How long nobody calls after a limit was met. */
const pauseMs = 1_000

/** Hands out turns by a process's own clock, so that a full event's webinar seats do not run into a limit. */
export function createZoomPace() {
  let nextAt = 0
  let last = Promise.resolve()

  /** By the moment when the one before left, so that none bunch together after a stall. */
  async function leave(before: Promise<void>, label: keyof typeof stepMs) {
    await before
    const left = nextAt - performance.now()
    if (left > 0) await wait(left)
    nextAt = Math.max(nextAt, performance.now() + stepMs[label])
  }

  return {
    /** Waits until it is this call's turn. */
    turn(label: keyof typeof stepMs): Promise<void> {
      last = leave(last, label)
      return last
    },
    /** Keeps turns to come back for a moment. */
    pause(): void {
      nextAt = Math.max(nextAt, performance.now() + pauseMs)
    },
  }
}
