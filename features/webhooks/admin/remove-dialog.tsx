import { useMutation, useQueryClient } from '@tanstack/react-query'
import { RemovalDialog } from '#client/admin/removal-dialog.tsx'
import { call } from '#client/api/call.ts'
import { showToast } from '#client/ui/toast-store.ts'
import type { Webhook } from '#features/webhooks/contract.ts'
import { writeCount } from '#kernel/write-count.ts'
import { webhooks } from './webhook-queries.ts'

type RemoveDialogProps = { webhook: Webhook; onRemoved: () => void; onClose: () => void }

/** Dialog that confirms the removal of a webhook with its secret and all of its deliveries. */
export function RemoveDialog({ webhook, onRemoved, onClose }: RemoveDialogProps) {
  const queryClient = useQueryClient()
  const { id, url, waiting } = webhook
  const { host } = new URL(url)
  const removal = useMutation({
    mutationFn: () => call('DELETE /api/admin/webhooks/:id', { params: { id } }),
    onSuccess() {
      onClose()
      showToast({ title: 'Webhook Removed', description: `No more calls are sent to ${host}.` })
      setTimeout(onRemoved)
    },
    // Refetch the list of webhooks, but not the deliveries of the removed webhook: that query would fail.
    onSettled: () => queryClient.invalidateQueries({ queryKey: webhooks.queryKey }),
  })
  return (
    <RemovalDialog
      title={`Remove ${host}?`}
      label="Remove webhook"
      stay="Go back"
      warning={
        waiting > 0 &&
        `${writeCount(waiting, 'waiting delivery', 'waiting deliveries')} will never be sent.`
      }
      {...{ removal, onClose }}
    >
      This also deletes the secret and the delivery log of the webhook.
    </RemovalDialog>
  )
}
