import { z } from 'zod'
import type { Setting } from './config.ts'

const word = z.string().trim().min(1, 'must not be empty')
const address = z.string().transform((value, context) => {
  const url = URL.parse(value.trim())
  if (url && /^https?:$/.test(url.protocol)) return url.href.replace(/\/$/, '')
  context.addIssue('must begin with https:// or http://')
  return z.NEVER
})

const secret = (doc: string) => ({ doc, fallback: '', schema: word })

/** Where seats in the webinar are taken; docs/webinars.md says where the four words are found. */
export const zoomSettings = {
  ZOOM_ACCOUNT_ID: secret(
    'Account of the Server-to-Server OAuth app that takes seats in Zoom webinars. Unset, with the next three: no seats are taken.',
  ),
  ZOOM_CLIENT_ID: secret('Client id of that app.'),
  ZOOM_CLIENT_SECRET: secret('Client secret of that app.'),
  ZOOM_WEBHOOK_SECRET: secret('Secret token that it signs its calls of /api/webhooks/zoom with.'),
  ZOOM_API_URL: {
    doc: "Where Zoom's calls are answered.",
    fallback: 'https://api.zoom.us/v2',
    schema: address,
  },
  ZOOM_OAUTH_URL: {
    doc: 'Where Zoom hands out access tokens.',
    fallback: 'https://zoom.us/oauth/token',
    schema: address,
  },
} as const satisfies Record<string, Setting>

export type ZoomConfig = {
  accountId: string
  clientId: string
  clientSecret: string
  webhookSecret: string
  apiUrl: string
  oauthUrl: string
}

type Read<Settings> = (name: keyof Settings) => string | undefined

/** Zoom's settings: all of them, or undefined where none is set. Half of them is a problem. */
export function readZoom(read: Read<typeof zoomSettings>, problems: string[]) {
  const own = {
    ZOOM_ACCOUNT_ID: read('ZOOM_ACCOUNT_ID'),
    ZOOM_CLIENT_ID: read('ZOOM_CLIENT_ID'),
    ZOOM_CLIENT_SECRET: read('ZOOM_CLIENT_SECRET'),
    ZOOM_WEBHOOK_SECRET: read('ZOOM_WEBHOOK_SECRET'),
  }
  const zoom = {
    accountId: own.ZOOM_ACCOUNT_ID,
    clientId: own.ZOOM_CLIENT_ID,
    clientSecret: own.ZOOM_CLIENT_SECRET,
    webhookSecret: own.ZOOM_WEBHOOK_SECRET,
    apiUrl: read('ZOOM_API_URL'),
    oauthUrl: read('ZOOM_OAUTH_URL'),
  }
  return isComplete(own, problems) ? (zoom as ZoomConfig) : undefined
}

/** Whether all is set; where only part is, each missing setting becomes a problem. */
function isComplete(values: Record<string, string | undefined>, problems: string[]): boolean {
  const names = Object.keys(values)
  const set = names.filter((name) => values[name])
  if (set.length === 0) return false
  const missing = names.filter((name) => !values[name])
  problems.push(...missing.map((name) => `${name} is missing: ${set.join(', ')} asks for it`))
  return missing.length === 0
}
