import { queryOptions } from '@tanstack/react-query'
import { pagedQuery, watchWhile } from '#client/admin/paged-list.tsx'
import { call, pathOf } from '#client/api/call.ts'
import { webhookDeliveriesOnPage, type listWebhooks } from '#features/webhooks/contract.ts'
import type { ReplyOf } from '#kernel/endpoint.ts'
import { mostAtOnce } from '#kernel/fields.ts'
import type { WebhookDeliveryState } from '#kernel/values.ts'

/** Key prefix of all queries about webhooks. */
export const webhooksKey = [pathOf('GET /api/admin/webhooks')] as const

export const webhooks = queryOptions({
  queryKey: [...webhooksKey, 'all'],
  queryFn: ({ signal }) => call('GET /api/admin/webhooks', { signal }),
  staleTime: 0,
  refetchInterval: watchWhile<ReplyOf<typeof listWebhooks>>((read) =>
    read.webhooks.some(({ off, waiting }) => off === null && waiting > 0),
  ),
})

/** Paged query of a webhook's deliveries; refetched while a delivery of the page is pending. */
export const webhookDeliveriesOf = (id: number, state: WebhookDeliveryState | undefined) =>
  pagedQuery({
    queryKey: [...webhooksKey, id, 'deliveries', state],
    load: ({ before, limit, signal }) =>
      call('GET /api/admin/webhooks/:id/deliveries', {
        params: { id },
        query: { state, before, limit },
        ...(signal && { signal }),
      }),
    pageSize: webhookDeliveriesOnPage,
    mostAtOnce,
    isMoving: ({ counts }) => counts.waiting > 0,
  })
