import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { SearchFilter } from '#client/admin/filter-field.tsx'
import { MailView } from '#client/admin/mail-view.tsx'
import { SetupNotes } from '#client/admin/page-heading.tsx'
import { NotLoaded } from '#client/page/load-failed.tsx'
import { useDebounced } from '#client/ui/use-debounced.ts'
import type { Announcement } from '#features/announcements/contract.ts'
import { peopleOf, previewOf } from './announcement-queries.ts'

const mostFound = 6

type PreviewProps = { announcement: Announcement; isDirty: boolean }

/** Shows the saved version of an announcement as one recipient gets it. */
export function AnnouncementPreview({ announcement, isDirty }: PreviewProps) {
  const { id, updatedAt, audience, topic } = announcement
  const [personKey, setPersonKey] = useState<string>()
  const [search, setSearch] = useState('')
  const wanted = useDebounced(search).trim()
  const found = useQuery({
    ...peopleOf({ audience, topic, search: wanted, page: 1, limit: mostFound }),
    enabled: wanted !== '',
    placeholderData: keepPreviousData,
  })
  const preview = useQuery({
    ...previewOf(id, updatedAt, personKey),
    placeholderData: keepPreviousData,
  })
  const person = preview.data?.person
  return (
    <section aria-labelledby="preview" className="mt-12">
      <h2 id="preview" className="text-subheading">
        Preview
      </h2>
      <p className="mt-2 text-muted" aria-live="polite">
        {preview.data && (
          <>
            {`The email for ${person ? `${person.name || 'No name'} (${person.email})` : 'a person without a name'}. Personal links do not work here or in tests.`}
          </>
        )}
        {isDirty && <span>{' Save the draft to update the preview.'}</span>}
      </p>
      <div className="mt-4 max-w-md">
        <SearchFilter label="Preview as another recipient" value={search} onChange={setSearch} />
        {wanted !== '' && found.data && (
          <ul aria-label="People found" className="mt-2 grid gap-1">
            {found.data.people.map((one) => (
              <li key={one.personKey}>
                <button
                  type="button"
                  onClick={() => {
                    setPersonKey(one.personKey)
                    setSearch('')
                  }}
                  className="min-h-11 w-full rounded-md border border-line px-3 py-1.5 text-left text-small wrap-anywhere hover:border-glow"
                >
                  <bdi className="font-semibold">{one.name || 'No name'}</bdi> {one.email}
                </button>
              </li>
            ))}
            {found.data.people.length === 0 && <li className="text-small text-muted">No match.</li>}
          </ul>
        )}
      </div>
      <NotLoaded
        query={preview}
        message="The preview could not be made. Please try again."
        skeleton="mt-6 h-136"
      />
      {preview.data && (
        <>
          <SetupNotes
            notes={[
              ...preview.data.fallbacks.map(
                ({ placeholder, words }) =>
                  `{${placeholder}} is empty for this person and shown as “${words}”.`,
              ),
              ...preview.data.notes,
            ]}
          />
          <MailView mail={preview.data} />
        </>
      )}
    </section>
  )
}
