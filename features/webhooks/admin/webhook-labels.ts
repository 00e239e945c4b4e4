import type { BadgeTone } from '#client/ui/badge.tsx'
import type { StateLabels } from '#client/admin/work-list.tsx'
import type { Webhook, WebhookDelivery } from '#features/webhooks/contract.ts'
import type { CallFailure } from '#features/webhooks/rules.ts'
import type { WebhookDeliveryState, WebhookEvent, WebhookOffReason } from '#kernel/values.ts'

export const eventWords: Record<WebhookEvent, string> = {
  'registration.created': 'A person registered or was imported',
  'registration.cancelled': 'A registration was cancelled or undone',
  'person.unsubscribed': 'A person unsubscribed from newsletters or reminders',
  'person.erased': 'A person was erased',
  'event.published': 'An event was published',
  'event.moved': 'An event has a new time',
  'event.cancelled': 'An event was cancelled',
  'event.started': 'An event started',
  'event.ended': 'An event ended',
  'attendance.ready': 'Zoom reported attendance',
  'recording.ready': 'A recording is available',
}

export const webhookDeliveryLabels: StateLabels<WebhookDeliveryState> = {
  waiting: { name: 'Waiting', tone: 'accent' },
  delivered: { name: 'Delivered', tone: 'success' },
  failed: { name: 'Failed', tone: 'danger' },
}

const failureWords: Record<CallFailure, (status: number | null) => string> = {
  status: (status) => `The receiver answered ${status}`,
  redirect: (status) => `The receiver answered ${status}: redirects are not followed`,
  forbidden_address: () => 'Not called: the name resolves to a private address',
  unknown_host: () => 'The address could not be found',
  refused: () => 'No server answers at this port',
  no_answer: () => 'No answer within 15 seconds',
  bad_certificate: () => 'The certificate is for another name or not trusted',
  other_security: () => 'The server does not use https at this port',
  broken: () => 'Connection lost',
}

export function describeAttempt({ failure, status, state }: WebhookDelivery): string {
  if (failure) return failureWords[failure](status)
  return state === 'delivered' && status ? `The receiver answered ${status}` : 'Not sent yet'
}

const offWords: Record<WebhookOffReason, string> = {
  hand: 'Switched off. Nothing is sent.',
  gone: 'Switched off: the receiver answered 410 (no more calls).',
  failing: 'Switched off: nothing could be delivered for three days.',
  lost: 'Switched off: the secret cannot be decrypted. Create a new secret and enter it in the receiving program.',
}

export function describeWebhook(
  { off, failingSince, pausedUntil, formerSecretUntil }: Webhook,
  write: (instant: string) => string,
  now: Date,
): { name: string; tone: BadgeTone; notes: string[] } {
  const isRotating = formerSecretUntil !== null && new Date(formerSecretUntil) > now
  const rotating = isRotating ? [`Until ${write(formerSecretUntil)} the old secret works too.`] : []
  if (off) {
    const waits =
      off.for === 'hand' ? [] : ['Waiting calls are sent when you switch the webhook on.']
    const notes = [offWords[off.for], ...waits, ...rotating]
    return { name: 'Off', tone: off.for === 'hand' ? 'neutral' : 'danger', notes }
  }
  if (!failingSince) return { name: 'On', tone: 'success', notes: rotating }
  const isPaused = pausedUntil !== null && new Date(pausedUntil) > now
  return {
    name: 'Failing',
    tone: 'danger',
    notes: [
      `No call has succeeded since ${write(failingSince)}. The webhook is switched off after three days without success.`,
      ...(isPaused ? [`The receiver asked to wait until ${write(pausedUntil)}.`] : []),
      ...rotating,
    ],
  }
}
