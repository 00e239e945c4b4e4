import { tryAddressAgain } from '#server/bounces/mark-address.ts'
import type { Transaction } from '#server/db/open.ts'
import { pipeline } from '#server/db/together.ts'
import type { EventRow } from '#server/events/event-row.ts'
import type { Jobs } from '#server/jobs/create-jobs.ts'
import { addOutboxEntries, type NewOutboxEntry } from '#server/messages/add-deliveries.ts'

/** What a person just did, as it stands in the rows of the same transaction. */
export type Registration = {
  userId: number
  email: string
  /** Events they are registered for now, newly or again. */
  events: EventRow[]
  /** The library is new to them. */
  hasNewAccess?: boolean
  /** They asked to hear of future events. */
  isInterested?: boolean
}

/** Queues what is told of a registration, in its transaction: nothing of it can fail the registration. */
export async function enqueueRegistrationMails(
  tx: Transaction,
  jobs: Pick<Jobs, 'send'>,
  { userId, email, events, hasNewAccess, isInterested }: Registration,
): Promise<void> {
  const wanted: NewOutboxEntry[] = events.map((event) => ({
    kind: event.status === 'pre_registration' ? 'pre_registration_noted' : 'registration_confirmed',
    email,
    eventId: event.id,
  }))
  if (isInterested) wanted.push({ kind: 'interest_noted', email })
  if (hasNewAccess) wanted.push({ kind: 'library_access', email })
  await pipeline(tryAddressAgain(tx, email), addOutboxEntries(tx, jobs, wanted))
  await jobs.send(tx, 'sync-subscriber', [{ userId }])
}
