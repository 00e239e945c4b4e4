import { useQuery } from '@tanstack/react-query'
import { createDraftKeeper } from '#client/admin/use-draft.ts'
import { describeAdminPage, PageHeading } from '#client/admin/page-heading.tsx'
import { LoadFailed } from '#client/page/load-failed.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { SiteDraftKeeper } from './site-draft.ts'
import { SiteForm } from './site-form.tsx'
import { siteContent } from './site-queries.ts'

export const meta = describeAdminPage('Website')

/** Module state, because the sign-in form replaces the page when a session ends. */
const draftKeeper: SiteDraftKeeper = createDraftKeeper()

/** Renders the admin page Website, on which the site's content, colours, fonts and pictures are edited. */
export default function SitePage() {
  const site = useQuery({ ...siteContent, refetchOnMount: 'always' })
  return (
    <>
      <PageHeading>Website</PageHeading>
      {!site.isFetchedAfterMount && (
        <div className="mt-8 grid max-w-reading gap-5">
          <output className="sr-only">Loading the site's content...</output>
          {[0, 1, 2].map((row) => (
            <Skeleton key={row} className="h-16" />
          ))}
        </div>
      )}
      {site.isFetchedAfterMount && site.data && <SiteForm site={site.data} keeper={draftKeeper} />}
      {site.isFetchedAfterMount && !site.data && (
        <LoadFailed
          error={site.error}
          message="The site's content could not be loaded."
          onRetry={site.refetch}
        />
      )}
    </>
  )
}
