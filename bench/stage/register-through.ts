import { forwardedFor } from '#bench/load/addresses.ts'
import { registerForEvents } from '#features/registrations/contract.ts'
import { visitor } from './people.ts'

/** Registers a visitor like a browser; returns the email, and whether it is new and so gets a mail. */
export async function registerThrough(url: string, number: number, eventId: number) {
  const person = visitor(number, eventId)
  const response = await fetch(url + registerForEvents.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...forwardedFor(number) },
    body: JSON.stringify(person),
  })
  if (!response.ok) throw new Error(`${person.email} was not registered: ${await response.text()}`)
  const { newRegistrations } = (await response.json()) as { newRegistrations: unknown[] }
  return { email: person.email, isNew: newRegistrations.length > 0 }
}

export async function firstUpcomingEvent(url: string): Promise<number> {
  const response = await fetch(`${url}/api/events/upcoming`)
  const [event] = (await response.json()) as { id: number }[]
  if (!event) throw new Error('there is no upcoming event to register for')
  return event.id
}
