import { giveAnswer, readAnswerPage, withdrawQuote } from '#features/feedback/contract.ts'
import {
  answerInterest,
  confirmRegistration,
  readInterestOffer,
  readRegistrationOffer,
} from '#features/registrations/contract.ts'
import type { ConfirmAnswer, FormContext } from '#features/registrations/rules.ts'
import * as series from '#features/series-registrations/contract.ts'
import type { Endpoint } from '#kernel/endpoint.ts'

/** The typed values of a posted form, by field name. */
export type Typed = Record<string, string>

/** A public form: the endpoint that it calls, and how its fields map to the request body. */
export type PageForm = {
  endpoint: Endpoint
  /** Returns the endpoint that the typed values choose instead, if any. */
  endpointOf?(typed: Typed): Endpoint | undefined
  fields: string[]
  /** Whether the endpoint limits how many calls it accepts from one IP address. */
  hasOwnLimit: boolean
  sent(typed: Typed, context: FormContext): object
}

/** Returns the form of a page that a link in a mail opens. */
export const linkForm = (endpoint: Endpoint, token: string): PageForm => ({
  endpoint,
  fields: [],
  hasOwnLimit: false,
  sent: (typed) => ({ token, ...typed }),
})

/** Returns the form of a page with an offer: without an answer, the post calls `read`, which shows it, else `answer`. */
const answeringForm = (read: Endpoint, answer: Endpoint, token: string): PageForm => ({
  ...linkForm(read, token),
  endpointOf: (typed) => (typed['answer'] ? answer : undefined),
  fields: ['answer'],
})

export const seriesForm = (token: string) =>
  answeringForm(series.readSeriesOffer, series.answerSeriesOffer, token)

/** The form of the mails that offer a registration or a seat. */
export const offerForm = (token: string) => answeringForm(readInterestOffer, answerInterest, token)

/** The form with which a pre-registered person confirms the registration once the date is confirmed. */
export const confirmForm = (token: string): PageForm => ({
  ...answeringForm(readRegistrationOffer, confirmRegistration, token),
  sent: ({ answer }) => ({
    token,
    ...(answer && { waitlist: answer === ('join_list' satisfies ConfirmAnswer) }),
  }),
})

/**
 * The forms of the page `/answers/{token}`. Only the post of the button 'Confirm your answer' stores the answer; the
 * button 'Withdraw quote' of the link to a quote withdraws it.
 */
export function answerForm(token: string): PageForm {
  const path = `/api/answers/${token}` as const
  return {
    endpoint: { ...giveAnswer, path },
    endpointOf({ confirm, withdraw }) {
      if (withdraw) return { ...withdrawQuote, path: `/api/quotes/${token}/withdraw` }
      return confirm ? undefined : { ...readAnswerPage, path }
    },
    fields: ['value', 'text', 'quote', 'confirm', 'withdraw'],
    hasOwnLimit: false,
    sent: (typed) => typed,
  }
}
