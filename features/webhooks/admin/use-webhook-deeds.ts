import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call, serverMessage } from '#client/api/call.ts'
import { showFailure, showToast } from '#client/ui/toast-store.ts'
import type { Webhook } from '#features/webhooks/contract.ts'
import { webhooksKey } from './webhook-queries.ts'

/** Returns the actions on a webhook that need no confirmation: send a test, switch off, switch on. */
export function useWebhookActions({ id, url, off }: Webhook) {
  const queryClient = useQueryClient()
  const { host } = new URL(url)
  const isOn = off !== null
  const refresh = () => queryClient.invalidateQueries({ queryKey: webhooksKey })
  const onError = (title: string) => (error: unknown) =>
    showFailure(title, serverMessage(error) ?? 'The server could not be reached. Please try again.')
  const testing = useMutation({
    mutationFn: () => call('POST /api/admin/webhooks/:id/test', { params: { id } }),
    onSuccess: () =>
      showToast({ title: 'Test Sent', description: 'See the result under Deliveries.' }),
    onError: onError('Test Not Sent'),
    onSettled: refresh,
  })
  const switching = useMutation({
    mutationFn: () =>
      call('POST /api/admin/webhooks/:id/switch', { params: { id }, body: { isOn } }),
    onSuccess: () =>
      showToast(
        isOn
          ? {
              title: 'Webhook Switched On',
              description: `Calls to ${host} are sent again, also those that waited.`,
            }
          : { title: 'Webhook Switched Off', description: `No more calls are sent to ${host}.` },
      ),
    onError: onError('Webhook Not Changed'),
    onSettled: refresh,
  })
  return { testing, switching }
}
