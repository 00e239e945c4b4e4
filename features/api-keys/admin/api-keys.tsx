import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { BackTo } from '#client/admin/back-to.tsx'
import { PageHeading } from '#client/admin/page-heading.tsx'
import { RemovalDialog } from '#client/admin/removal-dialog.tsx'
import { useFormatInstant } from '#client/admin/use-format-instant.ts'
import { call, read } from '#client/api/call.ts'
import { NotLoaded } from '#client/page/load-failed.tsx'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { lazyDialog } from '#client/ui/lazy-chunk.ts'
import { textLinkStyle } from '#client/ui/text-link.ts'
import { showToast } from '#client/ui/toast-store.ts'
import type { ApiKeyRow } from '#features/api-keys/contract.ts'
import { scopeLabels } from './scope-labels.ts'

const NewKeyDialog = lazyDialog(async () => (await import('./new-key-dialog.tsx')).NewKeyDialog)

/**
 * Query for all API keys, refetched on each visit: other administrators change the list, and requests with a key
 * change its last use.
 */
const apiKeys = queryOptions({ ...read('GET /api/admin/keys'), staleTime: 0 })

const headingId = 'api-keys-heading'

/** Renders the API keys, with buttons to create and remove them. */
export function ApiKeys() {
  const query = useQuery(apiKeys)
  const queryClient = useQueryClient()
  const [isMaking, setIsMaking] = useState(false)
  const [removing, setRemoving] = useState<ApiKeyRow>()
  const refreshList = () => void queryClient.invalidateQueries({ queryKey: apiKeys.queryKey })
  return (
    <section aria-labelledby={headingId}>
      <BackTo path="/admin/settings/webhooks">API & webhooks</BackTo>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <PageHeading id={headingId}>API keys</PageHeading>
        <Button onClick={() => setIsMaking(true)}>Create API key</Button>
      </div>
      <p className="mt-2 max-w-reading text-muted">
        Give other software access to events, registrations and statistics. A key stops working when
        its creator is removed.
      </p>
      <p className="mt-2 max-w-reading text-muted">
        Description of all calls for developers:{' '}
        <a href="/api/v1/openapi.json" className={textLinkStyle}>
          OpenAPI document
        </a>
      </p>
      <NotLoaded
        query={query}
        message="The API keys could not be loaded. Please try again."
        skeleton="mt-6 h-40"
      />
      {query.data && (
        <Card className="mt-6">
          {query.data.length === 0 ? (
            <p className="px-5 py-8 text-muted">No API keys yet.</p>
          ) : (
            <ul aria-label="API keys, newest first" className="divide-y divide-line">
              {query.data.map((row) => (
                <KeyLine key={row.id} row={row} onRemove={() => setRemoving(row)} />
              ))}
            </ul>
          )}
        </Card>
      )}
      {isMaking && <NewKeyDialog onMade={refreshList} onClose={() => setIsMaking(false)} />}
      {removing && (
        <RemoveKeyDialog
          row={removing}
          onRemoved={refreshList}
          onClose={() => setRemoving(undefined)}
        />
      )}
    </section>
  )
}

function KeyLine({ row, onRemove }: { row: ApiKeyRow; onRemove: () => void }) {
  const format = useFormatInstant()
  const { name, prefix, scopes, madeBy, createdAt, expiresAt, isExpired, lastUsedAt } = row
  const end = expiresAt ? `${isExpired ? 'Expired' : 'Expires'} ${format(expiresAt)}` : 'No expiry'
  return (
    <li
      aria-label={name}
      className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 px-4 py-4 sm:px-5"
    >
      <div className="grid min-w-0 grow basis-64 gap-1.5">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold wrap-anywhere">
          <bdi>{name}</bdi>
          <code className="font-mono text-small font-normal text-muted">{prefix}…</code>
          {isExpired && <Badge>Expired</Badge>}
        </p>
        <p className="text-small">{scopes.map((scope) => scopeLabels[scope].label).join(' · ')}</p>
        <p className="text-small text-muted figures">
          {lastUsedAt ? `Last used ${format(lastUsedAt)}` : 'Never used'} · {end}
        </p>
        <p className="text-small wrap-anywhere text-muted figures">
          Created by <bdi>{madeBy}</bdi>, {format(createdAt)}
        </p>
      </div>
      <Button
        variant="secondary"
        className="px-4! text-small!"
        aria-label={`Remove ${name}`}
        onClick={onRemove}
      >
        Remove
      </Button>
    </li>
  )
}

type RemoveKeyDialogProps = { row: ApiKeyRow; onRemoved: () => void; onClose: () => void }

function RemoveKeyDialog({ row, onRemoved, onClose }: RemoveKeyDialogProps) {
  const removal = useMutation({
    mutationFn: () => call('DELETE /api/admin/keys/:id', { params: { id: row.id } }),
    onSuccess() {
      onClose()
      showToast({ title: 'Key Removed', description: `${row.name} no longer works.` })
      // Removing the API key also removed its row with the pressed button, so move the focus to the heading.
      setTimeout(() => document.getElementById(headingId)?.focus())
    },
    onSettled: onRemoved,
  })
  return (
    <RemovalDialog
      title={`Remove ${row.name}?`}
      label="Remove key"
      stay="Go back"
      {...{ removal, onClose }}
    >
      Programs that use this key lose access immediately. This cannot be undone.
    </RemovalDialog>
  )
}
