import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormatInstant } from '#client/admin/use-format-instant.ts'
import { refusedWith, serverMessage } from '#client/api/call.ts'
import { LoadFailed } from '#client/page/load-failed.tsx'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { showToast } from '#client/ui/toast-store.ts'
import { siteVersions, useRestore, type SiteState } from './site-queries.ts'
import type { SiteFormState } from './use-site-form.ts'

const shownAtFirst = 8

type SiteHistoryProps = { site: SiteState; editor: SiteFormState }

/** Renders the list of published versions, newest first, each with a button that restores it into the draft. */
export function SiteHistory({ site, editor }: SiteHistoryProps) {
  const versions = useQuery(siteVersions)
  const format = useFormatInstant()
  const [isWhole, setIsWhole] = useState(false)
  const [asked, setAsked] = useState<number>()
  const restore = useRestore((base) => {
    editor.fillIn(base)
    setAsked(undefined)
    showToast({ title: 'Restored as Draft', description: 'Publish it to show it to visitors.' })
  })
  function onError(error: unknown) {
    if (!refusedWith(error, 'site_changed')) return
    setAsked(undefined)
    editor.noticeRefusal(error)
  }
  const all = versions.data ?? []
  const shown = isWhole ? all : all.slice(0, shownAtFirst)

  return (
    <section aria-labelledby="site-history" className="mt-12">
      <h2 id="site-history" className="text-subheading">
        History
      </h2>
      <p className="mt-1 text-small text-muted">
        All published versions. Restore one as draft and publish it to go back.
      </p>
      {versions.isPending && <Skeleton className="mt-4 h-24" />}
      {versions.isError && (
        <LoadFailed
          error={versions.error}
          message="The history could not be loaded."
          onRetry={versions.refetch}
        />
      )}
      <ol aria-label="Versions, newest first" className="mt-4 divide-y divide-line">
        {shown.map(({ id, who, when, note }, at) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-5 gap-y-2 py-3">
            <div className="min-w-0">
              <p className="flex flex-wrap items-center gap-2.5">
                <span className="figures">{format(when)}</span>
                {at === 0 && <Badge tone="success">Published</Badge>}
              </p>
              <p className="text-small wrap-anywhere text-muted">
                {who ?? 'First version'}
                {note && <span>{`: ${note}`}</span>}
              </p>
            </div>
            {!site.locked && (
              <Button variant="secondary" className="text-small!" onClick={() => setAsked(id)}>
                Restore as draft <span className="sr-only">{format(when)}</span>
              </Button>
            )}
          </li>
        ))}
      </ol>
      {all.length > shown.length && (
        <Button variant="secondary" className="mt-3 text-small!" onClick={() => setIsWhole(true)}>
          Show all {all.length} versions
        </Button>
      )}
      {asked !== undefined && (
        <Dialog
          size="narrow"
          title="Restore this version as draft?"
          description="It replaces the current draft and your unsaved changes. Visitors see no change until you publish."
          onClose={() => setAsked(undefined)}
        >
          {restore.isError && (
            <p role="alert" className="mt-4 font-semibold text-danger">
              {serverMessage(restore.error) ?? 'Please check your connection and try again.'}
            </p>
          )}
          <div className="mt-6 flex flex-wrap gap-3">
            <Button
              data-autofocus
              pending={restore.isPending}
              onClick={() =>
                restore.mutate({ id: asked, version: editor.base.version }, { onError })
              }
            >
              Restore as draft
            </Button>
            <Button variant="secondary" onClick={() => setAsked(undefined)}>
              Cancel
            </Button>
          </div>
        </Dialog>
      )}
    </section>
  )
}
