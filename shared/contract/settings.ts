import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/** What an operator sets up, in the order in which the admin area shows it. */
const serviceNames = [
  'address',
  'database',
  'copies',
  'mail',
  'webinars',
  'mailingList',
  'calendar',
] as const
export type ServiceName = (typeof serviceNames)[number]

/** What is counted against a limit. Specification, "Limits". */
const limitNames = [
  'calls',
  'emptyCookies',
  'registrations',
  'unknownEmails',
  'linkMails',
  'linkMailsOfMailbox',
  'codeGuesses',
  'signInFailures',
  'signInFailuresOfAddress',
] as const
export type LimitName = (typeof limitNames)[number]

const siteSettings = z.object({
  services: z.array(
    z.object({
      name: z.enum(serviceNames),
      isSet: z.boolean(),
      /** Sentences to show: how it is set, or what follows from its not being set. Never a secret. */
      notes: z.array(z.string()),
    }),
  ),
  /** What one network address, or one mailbox, is allowed: `most` within so many `seconds`. */
  limits: z.array(z.object({ name: z.enum(limitNames), most: z.int(), seconds: z.int() })),
  /** RATE_LIMITS: without it only guesses of codes, mails and sizes are limited. */
  areLimitsOn: z.boolean(),
  /** Bytes of a picture, and rows and bytes of one call of an import. */
  sizes: z.object({ picture: z.int(), importRows: z.int(), import: z.int() }),
  /** After so many days addresses of visitors go, after so many months lines of the audit log. */
  kept: z.object({ addressesDays: z.int(), auditMonths: z.int() }),
})

export type SiteSettings = z.output<typeof siteSettings>

export const getSettings = endpoint({
  method: 'GET',
  path: '/api/admin/settings',
  access: 'admin',
  summary: 'Which services are set up, and the limits in force; no secret.',
  reply: siteSettings,
})
