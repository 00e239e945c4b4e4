import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { describeAdminPage, PageHeading } from '#client/admin/page-heading.tsx'
import { NotLoaded } from '#client/page/load-failed.tsx'
import { lazyChunk } from '#client/ui/lazy-chunk.ts'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { setupState } from '#features/setup/admin/setup-queries.ts'

export const meta = describeAdminPage('Setup guide')

/** Loaded lazily, because static imports would enlarge the route manifest that every visitor loads. */
const SetUpSteps = lazyChunk(
  async () => (await import('./set-up-steps.tsx')).SetUpSteps,
  <Skeleton className="mt-8 h-96" />,
)

/** The setup guide at `/admin/setup/{step}`. */
export default function SetUp() {
  const query = useQuery({ ...setupState, staleTime: 0 })
  const { step } = useParams()
  return (
    <>
      <PageHeading>Setup guide</PageHeading>
      <p className="mt-2 max-w-reading text-muted">
        Turn the sample series into your own. Each step is saved immediately and can be skipped or
        changed later.
      </p>
      <NotLoaded
        query={query}
        message="The setup guide could not be loaded. Please try again."
        skeleton="mt-8 h-96"
      />
      {query.data && <SetUpSteps setup={query.data} chosen={step} />}
    </>
  )
}
