import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { describeAdminPage, PageHeading } from '#client/admin/page-heading.tsx'
import { NotLoaded } from '#client/page/load-failed.tsx'
import { lazyChunk } from '#client/ui/lazy-chunk.ts'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { setupState } from '#features/setup/admin/setup-queries.ts'

export const meta = describeAdminPage('Set-up')

/** Loaded lazily, because its dependencies would enlarge the manifest that every visitor loads. */
const SetUpSteps = lazyChunk(
  async () => (await import('./set-up-steps.tsx')).SetUpSteps,
  <Skeleton className="mt-8 h-96" />,
)

/** The set-up wizard at `/admin/setup/{step}`. */
export default function SetUp() {
  const query = useQuery({ ...setupState, staleTime: 0 })
  const { step } = useParams()
  return (
    <>
      <PageHeading>Set-up</PageHeading>
      <p className="mt-2 max-w-reading text-muted">
        From the sample series to your own. Every step is saved at once, can be skipped, and can be
        changed later.
      </p>
      <NotLoaded
        query={query}
        words="The set-up could not be loaded. Please try again."
        skeleton="mt-8 h-96"
      />
      {query.data && <SetUpSteps setup={query.data} chosen={step} />}
    </>
  )
}
