import { useMutation, useQueryClient } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { useEffectEvent, useLayoutEffect, useRef } from 'react'
import { ForRole } from './for-role.tsx'
import { serverMessage } from '#client/api/call.ts'
import { Button } from '#client/ui/button.tsx'
import { showFailure, showToast } from '#client/ui/toast-store.ts'

export type Retry = {
  label?: string
  /** Text of the toast after a click, such as 'Sending the email again.' */
  started: string
  retry: () => Promise<unknown>
  /** TanStack key of the query that is reloaded after the retry. */
  queryKey: readonly unknown[]
}

/**
 * Called when the button disappears while it has the focus: the caller must focus another element, because browsers
 * would move the focus to the body.
 */
type RetryButtonProps = Retry & { onGone: () => void }

/** A button that queues a failed job again, due immediately. Hidden from viewers. */
export function RetryButton({
  label = 'Try again',
  started,
  retry,
  queryKey,
  onGone,
}: RetryButtonProps) {
  const queryClient = useQueryClient()
  const button = useRef<HTMLButtonElement>(null)
  const again = useMutation({
    mutationFn: retry,
    onSuccess: () => showToast({ title: 'Trying again', description: started }),
    onError: (error) =>
      showFailure(
        'Not Retried',
        serverMessage(error) ?? 'The server could not be reached. Please try again.',
      ),
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  })
  const passFocus = useEffectEvent(onGone)
  useLayoutEffect(() => {
    const own = button.current
    return () => {
      if (document.activeElement === own) passFocus()
    }
  }, [])
  return (
    <ForRole needs="editor">
      <Button
        ref={button}
        variant="secondary"
        className="min-h-11 px-3! text-small!"
        pending={again.isPending}
        onClick={() => again.mutate()}
      >
        <RotateCw aria-hidden size={16} />
        {label}
      </Button>
    </ForRole>
  )
}
