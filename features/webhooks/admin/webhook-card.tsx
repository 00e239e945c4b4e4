import { useState } from 'react'
import { useFormatInstant } from '#client/admin/use-format-instant.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { lazyDialog } from '#client/ui/lazy-chunk.ts'
import type { Webhook } from '#features/webhooks/contract.ts'
import { WebhookDeliveries } from './webhook-deliveries.tsx'
import { useWebhookActions } from './use-webhook-deeds.ts'
import { describeWebhook } from './webhook-labels.ts'

const WebhookDialog = lazyDialog(async () => (await import('./webhook-dialog.tsx')).WebhookDialog)
const RotateDialog = lazyDialog(async () => (await import('./rotate-dialog.tsx')).RotateDialog)
const RemoveDialog = lazyDialog(async () => (await import('./remove-dialog.tsx')).RemoveDialog)

type WebhookCardProps = {
  webhook: Webhook
  allowsPlain: boolean
  /** Called after the webhook was removed. The caller must move the focus, because the focused button is gone. */
  onGone: () => void
}

/** Shows a webhook's state, its buttons and its deliveries. */
export function WebhookCard({ webhook, allowsPlain, onGone }: WebhookCardProps) {
  const format = useFormatInstant()
  const [opened, setOpened] = useState<'change' | 'rotate' | 'remove'>()
  const [showsList, setShowsList] = useState(false)
  const { id, url, events, off, waiting, failed } = webhook
  const { host } = new URL(url)
  const [now] = useState(() => new Date())
  const { name, tone, notes } = describeWebhook(webhook, format, now)
  const { testing, switching } = useWebhookActions(webhook)
  const listId = `deliveries-${id}`
  const close = () => setOpened(undefined)
  const deed = { variant: 'secondary', className: 'px-4! text-small!' } as const
  return (
    <Card>
      <article aria-label={host} className="grid gap-4 px-4 py-4 sm:px-5 sm:py-5">
        <div className="grid gap-1.5">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h2 className="text-subheading wrap-anywhere">
              <bdi>{host}</bdi>
            </h2>
            <Badge tone={tone}>{name}</Badge>
          </div>
          <p className="font-mono text-small wrap-anywhere text-muted">{url}</p>
          <p className="text-small wrap-anywhere">{events.join(' · ')}</p>
          <p className="text-small text-muted figures">
            {`Deliveries: ${waiting.toLocaleString('en-GB')} waiting, ${failed.toLocaleString('en-GB')} failed`}
          </p>
          {notes.map((note) => (
            <p
              key={note}
              className={`text-small ${tone === 'danger' ? 'text-danger' : 'text-muted'}`}
            >
              {note}
            </p>
          ))}
        </div>
        <div className="flex flex-wrap gap-2.5">
          <Button
            {...deed}
            aria-expanded={showsList}
            aria-controls={listId}
            onClick={() => setShowsList(!showsList)}
          >
            Deliveries
          </Button>
          {off === null && (
            <Button {...deed} pending={testing.isPending} onClick={() => testing.mutate()}>
              Send a test
            </Button>
          )}
          <Button {...deed} pending={switching.isPending} onClick={() => switching.mutate()}>
            {off === null ? 'Switch off' : 'Switch on'}
          </Button>
          <Button {...deed} onClick={() => setOpened('change')}>
            Change
          </Button>
          <Button {...deed} onClick={() => setOpened('rotate')}>
            New secret
          </Button>
          <Button {...deed} onClick={() => setOpened('remove')}>
            Remove
          </Button>
        </div>
      </article>
      <div id={listId}>{showsList && <WebhookDeliveries webhook={webhook} />}</div>
      {opened === 'change' && <WebhookDialog {...{ webhook, allowsPlain }} onClose={close} />}
      {opened === 'rotate' && <RotateDialog webhook={webhook} onClose={close} />}
      {opened === 'remove' && <RemoveDialog webhook={webhook} onClose={close} onRemoved={onGone} />}
    </Card>
  )
}
