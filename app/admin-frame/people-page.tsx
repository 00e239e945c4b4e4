import { useParams } from 'react-router'
import { lazyChunk } from '#client/ui/lazy-chunk.ts'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { ErasuresSection } from '#features/erasure/admin/erasures-section.tsx'
import { Imports } from '#features/imports/admin/imports.tsx'
import { PeopleList } from '#features/people/admin/people-list.tsx'
import { PersonPage } from '#features/people/admin/person-page.tsx'
import { describeSection } from './describe-section.ts'

export const meta = describeSection

const loading = <Skeleton className="mt-8 h-96" />
const WebinarSeats = lazyChunk(
  async () => (await import('#features/webinars/admin/webinar-seats.tsx')).WebinarSeats,
  loading,
)
const Newsletter = lazyChunk(
  async () => (await import('#features/newsletter/admin/newsletter.tsx')).Newsletter,
  loading,
)

/**
 * The list of people, its sections, and the page of one person. The key in a person's URL does not change with their
 * email.
 */
export default function PeoplePage() {
  const { key } = useParams()
  if (key === 'imports') return <Imports />
  if (key === 'zoom') return <WebinarSeats />
  if (key === 'mailerlite') return <Newsletter />
  if (key !== undefined) return <PersonPage key={key} personKey={key} />
  return (
    <PeopleList>
      <ErasuresSection />
    </PeopleList>
  )
}
