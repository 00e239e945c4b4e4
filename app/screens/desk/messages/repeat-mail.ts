import type { OutboxEntryRow } from '#shared/contract/messages.ts'
import { call } from '#app/api/call.ts'
import type { Again } from '#app/screens/desk/parts/try-again.tsx'
import { outboxEntriesKey } from './delivery-queries.ts'

/** Sends a mail that failed, hangs, is in doubt, or was only kept. */
export function retryMail({ id, email, state }: OutboxEntryRow): Again {
  return {
    label: state === 'kept' ? 'Send it now' : 'Try again',
    subject: `The mail to ${email}`,
    retry: () => call('POST /api/admin/messages/:id/try-again', { params: { id } }),
    queryKey: outboxEntriesKey,
  }
}
