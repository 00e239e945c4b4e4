import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FilterField } from '#client/admin/filter-field.tsx'
import { MailView } from '#client/admin/mail-view.tsx'
import { SetupNotes } from '#client/admin/page-heading.tsx'
import { wrongFields } from '#client/api/call.ts'
import { NotLoaded } from '#client/page/load-failed.tsx'
import { useDebounced } from '#client/ui/use-debounced.ts'
import { EventSelect } from '#features/events/admin/event-select.tsx'
import type { OwnWords } from '#features/mail-texts/contract.ts'
import type { MailKind } from '#kernel/mail-kinds.ts'
import { previewOf } from './mail-text-queries.ts'

/**
 * Previews a kind of mail with the texts in the form, in every state of event and recipient that changes the
 * mail.
 */
export function MailTextPreview({ kind, words }: { kind: MailKind; words: OwnWords }) {
  const [eventId, setEventId] = useState<number>()
  const [state, setState] = useState('')
  const preview = useQuery({
    ...previewOf(kind, useDebounced(words, 400), eventId),
    placeholderData: keepPreviousData,
  })
  const { event, states = [] } = preview.data ?? {}
  const shown = states.find((one) => one.state === state) ?? states[0]
  const wrong = wrongFields(preview.error)
  return (
    <section aria-labelledby="preview" className="mt-12">
      <h2 id="preview" className="text-subheading">
        Preview
      </h2>
      <p className="mt-2 max-w-reading text-muted">
        The email as an example recipient gets it. Login links do not work here.
      </p>
      <div className="mt-4 grid gap-4 sm:grid-cols-2 lg:max-w-3xl">
        <EventSelect
          label="Example event"
          none={event === undefined || event === null ? 'An invented event' : 'The latest event'}
          eventId={eventId}
          onChange={setEventId}
        />
        <FilterField label="Event state">
          {(control) => (
            <select
              {...control}
              value={shown?.state ?? ''}
              onChange={({ target }) => setState(target.value)}
            >
              {states.map((one) => (
                <option key={one.state} value={one.state}>
                  {nameOfState(one.state)}
                </option>
              ))}
            </select>
          )}
        </FilterField>
      </div>
      {wrong.length > 0 ? (
        <div role="alert" className="mt-6 font-medium text-danger">
          {wrong.map(({ field, message }) => (
            <p key={field} className="wrap-anywhere">
              {message}
            </p>
          ))}
        </div>
      ) : (
        <NotLoaded
          query={preview}
          message="The preview could not be made. Please try again."
          skeleton="mt-6 h-136"
        />
      )}
      {shown && wrong.length === 0 && (
        <>
          <SetupNotes
            notes={shown.fallbacks.map(
              ({ placeholder, words: plain }) =>
                `{${placeholder}} has no value here and is shown as “${plain}”.`,
            )}
          />
          <p className="mt-6 text-small wrap-anywhere text-muted">
            Sender:{' '}
            <bdi className="font-semibold text-ink">{shown.sender || 'only the address'}</bdi>
            {shown.hasCalendar && <span>{' · The email has a calendar entry.'}</span>}
          </p>
          <MailView mail={shown} />
        </>
      )}
    </section>
  )
}

function nameOfState(state: string) {
  return state === '' ? 'Default' : state.charAt(0).toUpperCase() + state.slice(1)
}
