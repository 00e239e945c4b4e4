import { zodResolver } from '@hookform/resolvers/zod'
import {
  checkRegistrationForm,
  futureEventsForm,
  preRegistrationForm,
  registrationForm,
  videoAccessForm,
} from '#features/registrations/contract.ts'
import { flag } from '#kernel/fields.ts'

/** Fields of which the form has no input. */
const notTyped = {
  eventId: true,
  source: true,
  landingPath: true,
  utm_source: true,
  utm_medium: true,
  utm_campaign: true,
  utm_term: true,
  utm_content: true,
  utm_id: true,
  via: true,
} as const

/** The validation of each public form by its API contract. check-later.ts loads this module on demand. */
export const checks = {
  registration: zodResolver(
    registrationForm
      .pick({
        firstName: true,
        lastName: true,
        email: true,
        company: true,
        jobTitle: true,
        receiveUpdates: true,
      })
      .extend({ wholeSeries: flag }),
  ),
  videoAccess: zodResolver(videoAccessForm.omit(notTyped)),
  preRegistration: zodResolver(preRegistrationForm.omit(notTyped)),
  futureEvents: zodResolver(futureEventsForm.omit(notTyped)),
  checkRegistration: zodResolver(checkRegistrationForm.pick({ firstName: true, email: true })),
}
