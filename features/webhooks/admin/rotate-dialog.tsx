import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormatInstant } from '#client/admin/use-format-instant.ts'
import { call, refusedWith, serverMessage } from '#client/api/call.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { useFirstField } from '#client/ui/use-first-field.ts'
import { usePasswordPrompt } from '#features/sign-in/admin/password-prompt.tsx'
import type { rotateSecret, Webhook } from '#features/webhooks/contract.ts'
import type { ReplyOf } from '#kernel/endpoint.ts'
import { WebhookSecret } from './webhook-secret.tsx'
import { webhooksKey } from './webhook-queries.ts'

export function RotateDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const format = useFormatInstant()
  const queryClient = useQueryClient()
  const [now] = useState(() => new Date())
  const [made, setMade] = useState<ReplyOf<typeof rotateSecret>>()
  useFirstField(made ? 'made' : 'asked')
  const { asksFor, prompt } = usePasswordPrompt()
  const rotating = useMutation({
    mutationFn: () =>
      call('POST /api/admin/webhooks/:id/rotate-secret', { params: { id: webhook.id } }),
    onSuccess(reply) {
      setMade(reply)
      void queryClient.invalidateQueries({ queryKey: webhooksKey })
    },
    onError: (error) => void asksFor(error, () => rotating.mutate()),
  })
  const isRotating = webhook.formerSecretUntil !== null && new Date(webhook.formerSecretUntil) > now
  const isAsked = refusedWith(rotating.error, 'password_needed') !== undefined
  if (made) {
    const until = made.formerSecretUntil
    return (
      <Dialog
        title="New webhook secret"
        description={
          until
            ? `The secret is shown only now. Enter it in the receiving program before ${format(until)}. Until then the old secret works too.`
            : 'The secret is shown only now. Enter it in the receiving program now: the old secret no longer works.'
        }
        onClose={onClose}
      >
        <WebhookSecret secret={made.secret} onClose={onClose} />
      </Dialog>
    )
  }
  return (
    <Dialog
      title="Create a new webhook secret?"
      description={
        isRotating
          ? 'The current secret stays valid for 24 hours. The secret before it stops working now.'
          : 'The current secret stays valid for 24 hours, so you can update the receiver.'
      }
      onClose={onClose}
    >
      <div aria-live="polite">
        {rotating.error && !isAsked && (
          <p role="alert" className="mt-5 font-semibold text-danger">
            {serverMessage(rotating.error) ?? 'Please check your connection and try again.'}
          </p>
        )}
      </div>
      <div className="mt-7 flex flex-wrap gap-3">
        <Button pending={rotating.isPending} onClick={() => rotating.mutate()}>
          {rotating.isPending ? 'Creating...' : 'Create secret'}
        </Button>
        <Button variant="secondary" data-autofocus onClick={onClose}>
          Keep current secret
        </Button>
      </div>
      {prompt}
    </Dialog>
  )
}
