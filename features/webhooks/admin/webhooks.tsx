import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { PageHeading } from '#client/admin/page-heading.tsx'
import { NotLoaded } from '#client/page/load-failed.tsx'
import { Button, buttonStyle } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { lazyDialog } from '#client/ui/lazy-chunk.ts'
import { textLinkStyle } from '#client/ui/text-link.ts'
import { WebhookCard } from './webhook-card.tsx'
import { webhooks } from './webhook-queries.ts'

const WebhookDialog = lazyDialog(async () => (await import('./webhook-dialog.tsx')).WebhookDialog)

const headingId = 'integrations-heading'

export function Webhooks() {
  const read = useQuery(webhooks)
  const [isAdding, setIsAdding] = useState(false)
  const { webhooks: all = [], allowsPlain = false } = read.data ?? {}
  return (
    <section aria-labelledby={headingId}>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <PageHeading id={headingId}>API & webhooks</PageHeading>
        <div className="flex flex-wrap gap-3">
          <Link to="/admin/settings/api-keys" className={buttonStyle('secondary')}>
            API keys
          </Link>
          <Button onClick={() => setIsAdding(true)}>Add a webhook</Button>
        </div>
      </div>
      <p className="mt-2 max-w-reading text-muted">
        A webhook notifies another program within seconds of an event. Calls contain ids, never
        names or emails. Format of the calls:{' '}
        <a href="https://www.standardwebhooks.com" className={textLinkStyle}>
          Standard Webhooks
        </a>
      </p>
      <p className="mt-2 max-w-reading text-muted">
        Public lists of events and recordings, readable without an API key:{' '}
        <a href="/feed.atom" className={textLinkStyle}>
          Atom feed
        </a>
        {', '}
        <a href="/feed.json" className={textLinkStyle}>
          JSON Feed
        </a>
        {', '}
        <a href="/calendar.ics" className={textLinkStyle}>
          calendar
        </a>
      </p>
      <NotLoaded
        query={read}
        message="The webhooks could not be loaded. Please try again."
        skeleton="mt-6 h-40"
      />
      {read.data && all.length === 0 && (
        <Card className="mt-6">
          <p className="px-5 py-8 text-muted">No webhooks yet.</p>
        </Card>
      )}
      {all.length > 0 && (
        <ul aria-label="Webhooks" className="mt-6 grid gap-5">
          {all.map((webhook) => (
            <li key={webhook.id}>
              <WebhookCard
                webhook={webhook}
                allowsPlain={allowsPlain}
                onGone={() => document.getElementById(headingId)?.focus()}
              />
            </li>
          ))}
        </ul>
      )}
      {isAdding && <WebhookDialog allowsPlain={allowsPlain} onClose={() => setIsAdding(false)} />}
    </section>
  )
}
