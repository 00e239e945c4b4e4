import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FilterField } from '#client/admin/filter-field.tsx'
import { PagedList } from '#client/admin/paged-list.tsx'
import { useFormatInstant } from '#client/admin/use-format-instant.ts'
import { WorkLine } from '#client/admin/work-line.tsx'
import { triesOf } from '#client/admin/work-list.tsx'
import { call } from '#client/api/call.ts'
import type { Webhook, WebhookDelivery } from '#features/webhooks/contract.ts'
import { webhookDeliveryStates, type WebhookDeliveryState } from '#kernel/values.ts'
import { webhookDeliveriesOf, webhooksKey } from './webhook-queries.ts'
import { webhookDeliveryLabels, describeAttempt } from './webhook-labels.ts'

export function WebhookDeliveries({ webhook }: { webhook: Webhook }) {
  const [state, setState] = useState<WebhookDeliveryState>()
  const query = useInfiniteQuery(webhookDeliveriesOf(webhook.id, state))
  const rows = query.data?.pages.flatMap(({ deliveries }) => deliveries)
  const counts = query.data?.pages[0]?.counts
  return (
    <section
      aria-label={`Deliveries to ${new URL(webhook.url).host}`}
      className="border-t border-line px-4 pt-4 pb-5 sm:px-5"
    >
      <div className="max-w-xs">
        <FilterField label="State">
          {(control) => (
            <select
              {...control}
              value={state ?? ''}
              onChange={({ target }) =>
                setState(webhookDeliveryStates.find((one) => one === target.value))
              }
            >
              <option value="">All</option>
              {webhookDeliveryStates.map((one) => (
                <option key={one} value={one}>
                  {webhookDeliveryLabels[one].name}
                  {counts && ` (${counts[one].toLocaleString('en-GB')})`}
                </option>
              ))}
            </select>
          )}
        </FilterField>
      </div>
      <PagedList
        query={query}
        name="deliveries"
        label="Deliveries, newest first"
        nothing={state ? 'No deliveries with this status.' : 'No deliveries yet.'}
        lines={rows?.map((row) => (
          <WebhookDeliveryLine key={row.id} row={row} webhook={webhook} />
        ))}
      />
    </section>
  )
}

function WebhookDeliveryLine({ row, webhook }: { row: WebhookDelivery; webhook: Webhook }) {
  const format = useFormatInstant()
  const { id, type, messageId, state, occurredAt, attempts, nextTryAt, triedAt } = row
  const next = nextTryAt && webhook.off === null ? `next try ${format(nextTryAt)}` : ''
  const tried = triedAt ? `${triesOf({ attempts })}, last try ${format(triedAt)}` : ''
  const facts = [tried, next].filter(Boolean).join('; ')
  const sentence = [describeAttempt(row), facts].filter(Boolean).join('. ')
  const canAgain = webhook.off === null && (state !== 'waiting' || nextTryAt !== null)
  return (
    <WorkLine
      label={`${type}, ${format(occurredAt)}`}
      grid="lg:grid-cols-[minmax(0,6fr)_minmax(0,10fr)]"
      state={webhookDeliveryLabels[state]}
      stateWidth="min-w-24 shrink-0"
      sentence={sentence}
      isBad={row.failure !== null}
      again={
        canAgain && {
          label: 'Send again',
          started: `Sending “${type}” again.`,
          retry: () =>
            call('POST /api/admin/webhooks/:id/deliveries/:deliveryId/send-again', {
              params: { id: webhook.id, deliveryId: id },
            }),
          queryKey: webhooksKey,
        }
      }
    >
      <div className="min-w-0">
        <p className="font-mono wrap-anywhere">{type}</p>
        <p className="text-muted figures">{format(occurredAt)}</p>
        <p className="font-mono text-caption wrap-anywhere text-muted">{messageId}</p>
      </div>
    </WorkLine>
  )
}
