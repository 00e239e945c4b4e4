import type { BadgeTone } from '#client/ui/badge.tsx'
import type { StateWords } from '#client/admin/work-list.tsx'
import type { Webhook, WebhookCall } from '#features/webhooks/contract.ts'
import type { CallFailure } from '#features/webhooks/rules.ts'
import type { WebhookCallState, WebhookEvent, WebhookOffReason } from '#kernel/values.ts'

export const eventWords: Record<WebhookEvent, string> = {
  'registration.created': 'Somebody registered, or was imported',
  'registration.cancelled': 'A registration was given up or taken back',
  'person.unsubscribed': 'Somebody wants no more news, or reminders',
  'person.erased': 'Somebody was erased',
  'event.published': 'Visitors see an event',
  'event.moved': 'An event has another time',
  'event.cancelled': 'An event was cancelled',
  'event.started': 'An event has begun',
  'event.ended': 'An event is over',
  'attendance.ready': 'Zoom has said who came',
  'recording.ready': 'A recording can be watched',
}

export const callWords: StateWords<WebhookCallState> = {
  waiting: { name: 'Waiting', tone: 'accent' },
  delivered: { name: 'Delivered', tone: 'success' },
  failed: { name: 'Failed', tone: 'danger' },
}

const failureWords: Record<CallFailure, (status: number | null) => string> = {
  status: (status) => `The receiver answered ${status}`,
  redirect: (status) => `The receiver answered ${status}: redirects are not followed`,
  forbidden_address: () => 'Not called: the name leads to an address that is not public',
  unknown_host: () => 'No server of this name is known',
  refused: () => 'Nobody answers at this port',
  no_answer: () => 'No answer within 15 seconds',
  bad_certificate: () => 'The certificate is not for this name, or nobody known vouches for it',
  other_security: () => 'The server speaks no https at this port',
  broken: () => 'The line broke off',
}

export function describeAttempt({ failure, status, state }: WebhookCall): string {
  if (failure) return failureWords[failure](status)
  return state === 'delivered' && status ? `The receiver answered ${status}` : 'Not tried yet'
}

const offWords: Record<WebhookOffReason, string> = {
  hand: 'Switched off by hand: nothing is noted for it.',
  gone: 'Switched off: the receiver answered that it wants no more calls (410).',
  failing: 'Switched off: for three days no call succeeded.',
  lost: 'Switched off: its secret cannot be opened here. Make a new one, and enter it at the receiver.',
}

export function describeWebhook(
  { off, failingSince, pausedUntil, formerSecretUntil }: Webhook,
  write: (instant: string) => string,
  now: Date,
): { name: string; tone: BadgeTone; notes: string[] } {
  const isRotating = formerSecretUntil !== null && new Date(formerSecretUntil) > now
  const rotating = isRotating
    ? [`Until ${write(formerSecretUntil)} the secret of before signs as well.`]
    : []
  if (off) {
    const waits = off.for === 'hand' ? [] : ['What waits is sent once it is switched on.']
    const notes = [offWords[off.for], ...waits, ...rotating]
    return { name: 'Off', tone: off.for === 'hand' ? 'neutral' : 'danger', notes }
  }
  if (!failingSince) return { name: 'On', tone: 'success', notes: rotating }
  const isPaused = pausedUntil !== null && new Date(pausedUntil) > now
  return {
    name: 'Failing',
    tone: 'danger',
    notes: [
      `No call has succeeded since ${write(failingSince)}; after three days it is switched off.`,
      ...(isPaused ? [`The receiver asked for no calls before ${write(pausedUntil)}.`] : []),
      ...rotating,
    ],
  }
}
