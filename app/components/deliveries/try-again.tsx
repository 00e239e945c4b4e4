import { useMutation, useQueryClient } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { useEffectEvent, useLayoutEffect, useRef } from 'react'
import type { DeliveryRow } from '#shared/contract/messages.ts'
import { call, serverMessage } from '#app/api/call.ts'
import { Button } from '#app/ui/button.tsx'
import { showToast } from '#app/ui/toast-store.ts'
import { deliveriesKey } from './delivery-queries.ts'

type TryAgainProps = {
  delivery: DeliveryRow
  /** The mail is sent and this button goes, which had the focus. */
  onGone: () => void
}

/** Puts a mail back into the queue, due at once. */
export function TryAgain({ delivery, onGone }: TryAgainProps) {
  const queryClient = useQueryClient()
  const button = useRef<HTMLButtonElement>(null)
  const repeat = useMutation({
    mutationFn: () =>
      call('POST /api/admin/messages/:id/try-again', { params: { id: delivery.id } }),
    onSuccess: () =>
      showToast({ title: 'Trying again', description: `The mail to ${delivery.email} is next.` }),
    onError: (error) =>
      showToast({
        title: 'Not tried again',
        description: serverMessage(error) ?? 'The server could not be reached. Please try again.',
        variant: 'destructive',
      }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: deliveriesKey }),
  })
  const passFocus = useEffectEvent(onGone)
  useLayoutEffect(() => {
    const own = button.current
    return () => {
      if (document.activeElement === own) passFocus()
    }
  }, [])
  return (
    <Button
      ref={button}
      variant="secondary"
      className="min-h-11 px-3! text-small!"
      pending={repeat.isPending}
      onClick={() => repeat.mutate()}
    >
      <RotateCw aria-hidden size={16} />
      {delivery.state === 'kept' ? 'Send it now' : 'Try again'}
    </Button>
  )
}
