import { createHmac } from 'node:crypto'

/** Returns headers and body of a webhook with Zoom's signature. */
export function signWebhook(
  body: object,
  { now, secret = 'tell' }: { now: Date; secret?: string },
) {
  const payload = JSON.stringify(body)
  const timestamp = String(Math.floor(now.getTime() / 1000))
  const seal = createHmac('sha256', secret).update(`v0:${timestamp}:${payload}`).digest('hex')
  return {
    payload,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'x-zm-request-timestamp': timestamp,
      'x-zm-signature': `v0=${seal}`,
    },
  }
}
