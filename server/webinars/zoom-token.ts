import { z } from 'zod'
import type { Clock } from '#server/clock.ts'
import type { ZoomConfig } from '#server/settings/provider-settings.ts'
import { ZoomError } from './zoom-error.ts'

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
