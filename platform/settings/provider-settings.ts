import { z } from 'zod'
import type { Setting } from './setting-schemas.ts'

const word = z.string().trim().min(1, 'must not be empty')
const address = z.string().transform((value, context) => {
  const url = URL.parse(value.trim())
  if (url && /^https?:$/.test(url.protocol)) return url.href.replace(/\/$/, '')
  context.addIssue('must begin with https:// or http://')
  return z.NEVER
})

const secret = (doc: string) => ({ doc, fallback: '', schema: word })

/** Zoom settings for webinar registrations; docs/webinars.md says where to find the values. */
export const zoomSettings = {
  ZOOM_ACCOUNT_ID: secret(
    'Account ID of the Server-to-Server OAuth app that registers people for Zoom webinars. Unset, like the next three: people are not registered.',
  ),
  ZOOM_CLIENT_ID: secret('Client ID of that app.'),
  ZOOM_CLIENT_SECRET: secret('Client secret of that app.'),
  ZOOM_WEBHOOK_SECRET: secret(
    'Secret token with which that app signs its calls to /api/webhooks/zoom.',
  ),
  ZOOM_API_URL: {
    doc: "Address of Zoom's API.",
    fallback: 'https://api.zoom.us/v2',
    schema: address,
  },
  ZOOM_OAUTH_URL: {
    doc: 'Address at which Zoom issues access tokens.',
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

/** MailerLite settings for people who opted in to updates; see docs/mailing-list.md. */
export const mailerliteSettings = {
  MAILERLITE_API_KEY: secret(
    'API key of the MailerLite account to which people who opted in to updates are added. Unset, like the next three: MailerLite is not used.',
  ),
  MAILERLITE_GROUP_ID: {
    doc: 'ID of the MailerLite group that all of them join. Unset: only the groups of their events.',
    fallback: '',
    schema: word.regex(/^\d{1,30}$/, 'must be the number in the address of the group'),
  },
  MAILERLITE_WEBHOOK_SECRET: secret(
    'Secret of the MailerLite webhook that calls /api/webhooks/mailerlite when a subscriber unsubscribes.',
  ),
  MAILERLITE_API_URL: {
    doc: "Address of MailerLite's API.",
    fallback: 'https://connect.mailerlite.com/api',
    schema: address,
  },
} as const satisfies Record<string, Setting>

export type MailerliteConfig = {
  apiKey: string
  groupId?: string
  webhookSecret: string
  apiUrl: string
}

type Read<Settings> = (name: keyof Settings) => string | undefined

/**
 * Returns the Zoom settings; undefined if they are incomplete. If only some are set, adds an error to `problems`
 * for each missing one.
 */
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

/**
 * Returns the MailerLite settings; undefined if they are incomplete. If only some are set, adds errors to
 * `problems`.
 */
export function readMailerlite(read: Read<typeof mailerliteSettings>, problems: string[]) {
  const own = {
    MAILERLITE_API_KEY: read('MAILERLITE_API_KEY'),
    MAILERLITE_WEBHOOK_SECRET: read('MAILERLITE_WEBHOOK_SECRET'),
  }
  const groupId = read('MAILERLITE_GROUP_ID')
  const mailerlite = {
    apiKey: own.MAILERLITE_API_KEY,
    webhookSecret: own.MAILERLITE_WEBHOOK_SECRET,
    groupId,
    apiUrl: read('MAILERLITE_API_URL'),
  }
  if (isComplete(own, problems)) return mailerlite as MailerliteConfig
  if (groupId && !Object.values(own).some(Boolean)) {
    problems.push('MAILERLITE_API_KEY is missing: MAILERLITE_GROUP_ID requires it')
  }
  return undefined
}

/**
 * Returns whether all settings in `values` have a value. If only some have, adds an error to `problems` for each
 * missing one.
 */
function isComplete(values: Record<string, string | undefined>, problems: string[]): boolean {
  const names = Object.keys(values)
  const set = names.filter((name) => values[name])
  if (set.length === 0) return false
  const missing = names.filter((name) => !values[name])
  problems.push(...missing.map((name) => `${name} is missing: ${set.join(', ')} requires it`))
  return missing.length === 0
}
