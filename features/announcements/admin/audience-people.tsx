import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { SearchFilter } from '#client/admin/filter-field.tsx'
import { MailLink, PersonLink } from '#client/admin/person-cell.tsx'
import { NotLoaded } from '#client/page/load-failed.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { useDebounced } from '#client/ui/use-debounced.ts'
import { writePeople } from '#kernel/write-count.ts'
import { peopleOf, type AudienceQuery } from './announcement-queries.ts'
import { Pages } from './pages.tsx'

const limit = 20

type AudiencePeopleProps = AudienceQuery & { onClose: () => void }

export function AudiencePeople({ audience, topic, onClose }: AudiencePeopleProps) {
  const [search, setSearch] = useState('')
  const [page, setPage] = useState(1)
  const wanted = useDebounced({ audience, topic, search, page })
  const people = useQuery({
    ...peopleOf({ ...wanted, limit }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  return (
    <Dialog
      size="wide"
      title="Recipients"
      description={
        people.data &&
        (search ? `${writePeople(people.data.total)} found` : writePeople(people.data.total))
      }
      onClose={onClose}
    >
      <div className="mt-5">
        <SearchFilter
          value={search}
          onChange={(value) => {
            setSearch(value)
            setPage(1)
          }}
        />
      </div>
      <NotLoaded
        query={people}
        message="The people could not be loaded. Please try again."
        skeleton="mt-5 h-40"
      />
      {people.data && people.data.people.length === 0 && (
        <p className="mt-5 text-muted">No recipients.</p>
      )}
      {people.data && people.data.people.length > 0 && (
        <ul aria-label="Recipients" className="mt-5 divide-y divide-line border-y border-line">
          {people.data.people.map(({ personKey, name, email }) => (
            <li
              key={personKey}
              className="flex flex-wrap gap-x-4 gap-y-1 py-2 text-small wrap-anywhere"
            >
              <PersonLink personKey={personKey} name={name} />
              <MailLink email={email} />
            </li>
          ))}
        </ul>
      )}
      {people.data && (
        <Pages page={page} total={people.data.total} limit={limit} onPage={setPage} />
      )}
    </Dialog>
  )
}
