import { z } from 'zod'
import { answersBodyLimit } from '#features/form-questions/rules.ts'
import { registerForEvents, registrationForm } from '#features/registrations/contract.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { byToken } from '#kernel/fields.ts'
import { seriesStates } from '#kernel/values.ts'

export const registerForSeries = endpoint('POST /api/series-registration', {
  access: 'public',
  summary:
    'Registers a person for the chosen events now and, once their email is verified, for every event that opens.',
  body: registrationForm,
  bodyLimit: answersBodyLimit,
  refusals: ['unknown_event', 'event_finished', 'event_cancelled', 'event_full'],
  reply: registerForEvents.reply.extend({
    /** Whether the registration for every event waits until the person verifies their email. */
    isPending: z.boolean(),
  }),
})

/** What a person can choose on the page that a mail about their series registration links to. */
export const seriesOffer = z.object({
  /** `pending`: waits for the confirmation by this link. */
  state: z.enum(seriesStates),
  /** The event for which the mail says that the person is registered; null for the mail that asks to confirm. */
  event: z
    .object({ title: z.string(), when: z.string().nullable(), isRegistered: z.boolean() })
    .nullable(),
})

export const readSeriesOffer = endpoint('POST /api/series-offer', {
  access: 'public',
  summary:
    'Returns the series registration and event of a link in a mail about them; changes nothing.',
  body: byToken,
  refusals: ['unknown_link'],
  reply: seriesOffer,
})

export const answerSeriesOffer = endpoint('POST /api/answer-series-offer', {
  access: 'public',
  summary:
    "Confirms, ends or starts a series registration again, or cancels the registration for the mail's event.",
  body: byToken.extend({ answer: z.enum(['confirm', 'not_this_one', 'end', 'start_again']) }),
  refusals: ['unknown_link'],
  reply: seriesOffer,
})

const ownState = z.object({ seriesRegistration: z.enum(seriesStates) })

export const startOwnSeries = endpoint('POST /api/me/series-registration', {
  access: 'verified',
  summary: 'Registers this person for every event that is open or opens later.',
  refusals: ['no_such_person'],
  reply: ownState,
})

export const endOwnSeries = endpoint('DELETE /api/me/series-registration', {
  access: 'verified',
  summary: 'Ends the registration of this person for every event; single registrations stay.',
  reply: ownState,
})
