import type { Endpoint } from '#shared/contract/endpoint.ts'
import type { EventPage, PublicEvent } from '#shared/contract/events.ts'
import {
  preRegister,
  registerForEvents,
  registerForFutureEvents,
  requestVideoAccess,
} from '#shared/contract/registrations.ts'
import { logInWithEmail } from '#shared/contract/session.ts'
import { interestSent, registrationSent, videoAccessSent } from '#shared/sent-forms.ts'

/** Fields of a posted form, as text. */
export type Typed = Record<string, string>

/** A public form: the call behind it, and what that is sent. */
export type PageForm = {
  endpoint: Endpoint
  fields: string[]
  sent(typed: Typed, source: string | undefined): object
}

const person = ['firstName', 'lastName', 'email']
const work = ['company', 'jobTitle']

export const enteringForm: PageForm = {
  endpoint: logInWithEmail,
  fields: ['email'],
  sent: (typed) => typed,
}

export const interestForm = (event: { id: number } | null): PageForm => ({
  endpoint: registerForFutureEvents,
  fields: person,
  sent: (typed, source) => interestSent(typed, event, source),
})

/** `next`: what can be attended with the box on the form. */
export const accessForm = (next: PublicEvent | null): PageForm => ({
  endpoint: requestVideoAccess,
  fields: [...person, ...work, 'mobile', 'receiveEventInvites'],
  sent(typed, source) {
    const receiveEventInvites = next !== null && Boolean(typed['receiveEventInvites'])
    return videoAccessSent({ ...typed, receiveEventInvites }, next, source)
  },
})

/** The one form that fits an event: the same choice as on its page. */
export function eventForm(event: EventPage): PageForm {
  if (event.isCancelled) return interestForm(null)
  if (event.status === 'completed') return interestForm(event)
  if (event.status === 'pre_registration') {
    return {
      endpoint: preRegister,
      fields: person,
      sent: (typed, source) => interestSent(typed, event, source),
    }
  }
  return {
    endpoint: registerForEvents,
    fields: [...person, ...work],
    sent: (typed, source) => registrationSent(typed, event.id, source),
  }
}
