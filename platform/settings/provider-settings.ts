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

/** Where people who agreed to updates are kept as subscribers; docs/mailing-list.md says how. */
export const mailerliteSettings = {
  MAILERLITE_API_KEY: secret(
    'Key of the MailerLite account that people who agreed to updates are added to. Unset, with the next three: nobody is.',
  ),
  MAILERLITE_GROUP_ID: {
    doc: "MailerLite's number of the group that all of them join. Unset: only the groups of their events.",
    fallback: '',
    schema: word.regex(/^\d{1,30}$/, 'must be a number, as the group has it in its address'),
  },
  MAILERLITE_WEBHOOK_SECRET: secret(
    'Secret of the webhook that calls /api/webhooks/mailerlite when somebody unsubscribes there.',
  ),
  MAILERLITE_API_URL: {
    doc: "Where MailerLite's calls are answered.",
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

/** MailerLite's settings, or undefined where none is set. A group without a key is a problem. */
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
    problems.push('MAILERLITE_API_KEY is missing: MAILERLITE_GROUP_ID asks for it')
  }
  return undefined
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
