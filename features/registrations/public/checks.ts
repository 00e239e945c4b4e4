import { zodResolver } from '@hookform/resolvers/zod'
import {
  checkRegistrationForm,
  futureEventsForm,
  preRegistrationForm,
  registrationForm,
  videoAccessForm,
} from '#features/registrations/contract.ts'
import { flag } from '#kernel/fields.ts'

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
  videoAccess: zodResolver(videoAccessForm.omit({ eventId: true, source: true })),
  preRegistration: zodResolver(preRegistrationForm.omit({ eventId: true, source: true })),
  futureEvents: zodResolver(futureEventsForm.omit({ eventId: true, source: true })),
  checkRegistration: zodResolver(checkRegistrationForm.pick({ firstName: true, email: true })),
}
