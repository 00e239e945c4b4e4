import type { DeliveryRow } from '#shared/contract/messages.ts'
import { call } from '#app/api/call.ts'
import { deliveriesKey } from './delivery-queries.ts'
import { TryAgain } from './try-again.tsx'

type RepeatMailProps = { delivery: DeliveryRow; onGone: () => void }

/** Sends a mail that failed, hangs, is in doubt, or was only kept. */
export function RepeatMail({ delivery: { id, email, state }, onGone }: RepeatMailProps) {
  return (
    <TryAgain
      label={state === 'kept' ? 'Send it now' : 'Try again'}
      subject={`The mail to ${email}`}
      repeat={() => call('POST /api/admin/messages/:id/try-again', { params: { id } })}
      queryKey={deliveriesKey}
      onGone={onGone}
    />
  )
}
