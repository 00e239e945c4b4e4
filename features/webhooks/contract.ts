import { z } from 'zod'
import { endpoint } from '#kernel/endpoint.ts'
import { instant, pageQuery, pageReply, rowId, rowIdInPath } from '#kernel/fields.ts'
import { parseUrl } from '#kernel/parse-url.ts'
import { webhookDeliveryStates, webhookEvents, webhookOffReasons } from '#kernel/values.ts'
import { callFailures } from './rules.ts'

/**
 * API endpoints to manage outgoing webhooks, by which this site notifies other programs. The endpoints that receive
 * webhooks of Zoom and MailerLite have paths that begin with `/api/webhooks/`.
 */

const params = z.object({ id: rowIdInPath })
const urlMessage = 'Must be an address such as https://example.org/hooks'

const url = z
  .string({ error: urlMessage })
  .trim()
  .max(2000, 'May have at most 2000 characters')
  .transform((value, context) => {
    const found = parseUrl(value)
    if (!found || !/^https?:$/.test(found.protocol)) {
      context.addIssue(urlMessage)
      return z.NEVER
    }
    if (found.username || found.password) {
      context.addIssue('Must hold no user and no password')
      return z.NEVER
    }
    found.hash = ''
    return found.href
  })

const eventsMessage = 'Choose at least one event'
const events = z
  .array(z.enum(webhookEvents, { error: 'Must be the name of an event' }), { error: eventsMessage })
  .min(1, eventsMessage)
  .max(webhookEvents.length, 'Each event may be named once')
  .refine((names) => new Set(names).size === names.length, 'Each event may be named once')

export const webhookForm = z.object({ url, events })
export type WebhookForm = z.output<typeof webhookForm>

export const webhook = z.object({
  id: rowId,
  url: z.string(),
  events: z.array(z.enum(webhookEvents)),
  createdAt: instant,
  /** Time and reason of switching the webhook off; null while it is on. */
  off: z.object({ since: instant, for: z.enum(webhookOffReasons) }).nullable(),
  /** Time of the first failure since the last successful call; null if the last call was successful. */
  failingSince: instant.nullable(),
  /** End of a pause that the receiver requested by `Retry-After`; null without one. */
  pausedUntil: instant.nullable(),
  /** End of the period in which calls are signed with the former secret as well; null outside of it. */
  formerSecretUntil: instant.nullable(),
  /** Number of pending deliveries; `failed` is the number of deliveries whose last attempt failed. */
  waiting: z.int(),
  failed: z.int(),
})
export type Webhook = z.output<typeof webhook>

export const listWebhooks = endpoint('GET /api/admin/webhooks', {
  access: 'owner',
  summary: 'Lists the webhooks with their states, without secrets.',
  reply: z.object({
    webhooks: z.array(webhook),
    /** Whether URLs with http are accepted, because private networks are configured. */
    allowsPlain: z.boolean(),
  }),
})

const withSecret = z.object({
  id: rowId,
  /** The secret, `whsec_…`, with which every call is signed; no other call returns it. */
  secret: z.string(),
})

export const addWebhook = endpoint('POST /api/admin/webhooks', {
  access: 'owner',
  needsPassword: true,
  summary: 'Adds a webhook following Standard Webhooks; only this reply contains its secret.',
  body: webhookForm,
  refusals: ['too_many_webhooks', 'no_secret_kept'],
  reply: withSecret,
})

export const changeWebhook = endpoint('PATCH /api/admin/webhooks/:id', {
  access: 'owner',
  needsPassword: true,
  summary: 'Changes the URL or the events of a webhook; pending deliveries go to the new URL.',
  params,
  body: webhookForm.partial(),
  refusals: ['no_such_webhook'],
  reply: webhook,
})

export const removeWebhook = endpoint('DELETE /api/admin/webhooks/:id', {
  access: 'owner',
  summary: 'Removes a webhook with its deliveries; pending ones are not sent.',
  params,
  refusals: ['no_such_webhook'],
  reply: z.object({ id: rowId }),
})

export const rotateSecret = endpoint('POST /api/admin/webhooks/:id/rotate-secret', {
  access: 'owner',
  needsPassword: true,
  summary: 'Creates a new secret; the former one signs for another 24 hours.',
  params,
  refusals: ['no_such_webhook', 'no_secret_kept'],
  reply: withSecret.extend({ formerSecretUntil: instant.nullable() }),
})

export const switchWebhook = endpoint('POST /api/admin/webhooks/:id/switch', {
  access: 'owner',
  summary: 'Switches a webhook on, which sends pending deliveries, or off, which stops recording.',
  params,
  body: z.object({ isOn: z.boolean({ error: 'Must be true or false' }) }),
  refusals: ['no_such_webhook', 'no_secret_kept'],
  reply: webhook,
})

export const testWebhook = endpoint('POST /api/admin/webhooks/:id/test', {
  access: 'owner',
  summary: 'Sends a test delivery of the type webhook.test.',
  params,
  refusals: ['no_such_webhook', 'webhook_off'],
  reply: z.object({ deliveryId: rowId }),
})

export const webhookDelivery = z.object({
  id: rowId,
  /** The header `webhook-id`, which is the same in every attempt of a delivery. */
  messageId: z.string(),
  type: z.string(),
  state: z.enum(webhookDeliveryStates),
  occurredAt: instant,
  attempts: z.int(),
  triedAt: instant.nullable(),
  /** Time of the next attempt of a pending delivery; null if that is due immediately. */
  nextTryAt: instant.nullable(),
  endedAt: instant.nullable(),
  /** HTTP status of the receiver's last response; null without a response. */
  status: z.int().nullable(),
  failure: z.enum(callFailures).nullable(),
})
export type WebhookDelivery = z.output<typeof webhookDelivery>

export const webhookDeliveriesOnPage = 50

export const listWebhookCalls = endpoint('GET /api/admin/webhooks/:id/deliveries', {
  access: 'owner',
  summary: "Lists a webhook's deliveries, newest first, without the receiver's response bodies.",
  params,
  query: z.object(pageQuery(webhookDeliveryStates, webhookDeliveriesOnPage)),
  refusals: ['no_such_webhook'],
  reply: z.object({
    deliveries: z.array(webhookDelivery),
    ...pageReply(webhookDeliveryStates),
  }),
})

export const sendWebhookAgain = endpoint(
  'POST /api/admin/webhooks/:id/deliveries/:deliveryId/send-again',
  {
    access: 'owner',
    summary: 'Sends a delivery again under the same id, with all of its attempts.',
    params: params.extend({ deliveryId: rowIdInPath }),
    refusals: ['no_such_webhook', 'no_such_webhook_delivery', 'webhook_off'],
    reply: webhookDelivery,
  },
)
