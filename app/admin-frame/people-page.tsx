import { useParams } from 'react-router'
import { describeAdminPage } from '#client/admin/page-heading.tsx'
import { ErasuresSection } from '#features/erasure/admin/erasures-section.tsx'
import { PeopleList } from '#features/people/admin/people-list.tsx'
import { PersonPage } from '#features/people/admin/person-page.tsx'

export const meta = describeAdminPage('People')

/**
 * Everybody whose e-mail is known, and one person's page at the key that no correction of theirs
 * changes. One route for both: each costs every visitor of the front page a line.
 */
export default function PeoplePage() {
  const { key } = useParams()
  if (key !== undefined) return <PersonPage key={key} personKey={key} />
  return (
    <PeopleList>
      <ErasuresSection />
    </PeopleList>
  )
}
