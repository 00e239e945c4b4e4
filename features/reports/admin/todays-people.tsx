import { keepPreviousData, queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { useState } from 'react'
import { ForRole } from '#client/admin/for-role.tsx'
import { SearchFilter } from '#client/admin/filter-field.tsx'
import { MailLink, PersonLink } from '#client/admin/person-cell.tsx'
import { useFormatInstant } from '#client/admin/use-format-instant.ts'
import { call, pathOf, serverMessage } from '#client/api/call.ts'
import { NotLoaded } from '#client/page/load-failed.tsx'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { showFailure, showToast } from '#client/ui/toast-store.ts'
import { useDebounced } from '#client/ui/use-debounced.ts'
import { mailSetup } from '#features/mails/admin/outbox-entries.ts'
import type { TodaysRegistrant, TodaysCounts } from '#features/reports/contract.ts'

const refreshMs = 30_000

type Wanted = { search: string } | { inside: 'yes' }

function registrantsOf(eventId: number, wanted: Wanted) {
  return queryOptions({
    queryKey: [pathOf('GET /api/admin/events/:id/registrants'), eventId, wanted],
    queryFn: ({ signal }) =>
      call('GET /api/admin/events/:id/registrants', {
        params: { id: eventId },
        query: wanted,
        signal,
      }),
    staleTime: 0,
    refetchInterval: refreshMs,
    placeholderData: keepPreviousData,
  })
}

/** Renders who has joined an event, and a search for registrants whose join link can be sent again. */
export function TodaysPeople({ counts }: { counts: TodaysCounts }) {
  const { eventId, inside, insideKnownBy } = counts
  const [typed, setTyped] = useState('')
  const [isListed, setIsListed] = useState(false)
  const search = useDebounced(typed.trim())
  return (
    <div className="mt-5 border-t border-line pt-4">
      <div className="max-w-md">
        <SearchFilter
          label="Find a registrant"
          placeholder="Part of a name or email"
          value={typed}
          onChange={setTyped}
        />
      </div>
      {search !== '' && typed.trim() !== '' && (
        <Registrants eventId={eventId} label="Found registrants" wanted={{ search }} />
      )}
      {inside > 0 && (
        <details className="mt-3" onToggle={({ currentTarget }) => setIsListed(currentTarget.open)}>
          <summary className="inline-block min-h-9 py-1.5 text-small font-semibold">
            {insideKnownBy === 'webinar' ? 'People in the meeting' : 'People who joined'}
          </summary>
          {isListed && (
            <Registrants eventId={eventId} label="People who joined" wanted={{ inside: 'yes' }} />
          )}
        </details>
      )}
    </div>
  )
}

type RegistrantsProps = { eventId: number; label: string; wanted: Wanted }

function Registrants({ eventId, label, wanted }: RegistrantsProps) {
  const query = useQuery(registrantsOf(eventId, wanted))
  const { registrants = [], total = 0 } = query.data ?? {}
  return (
    <div className="mt-3">
      <NotLoaded query={query} message="The registrants could not be loaded." skeleton="h-14" />
      <output className="text-small text-muted empty:hidden">
        {query.data && total === 0 && <span>No match.</span>}
        {total > registrants.length && (
          <span>{`${registrants.length} of ${total.toLocaleString('en-GB')}`}</span>
        )}
      </output>
      <ul aria-label={label} className="divide-y divide-line">
        {registrants.map((registrant) => (
          <RegistrantLine key={registrant.registrationId} registrant={registrant} />
        ))}
      </ul>
    </div>
  )
}

function RegistrantLine({ registrant }: { registrant: TodaysRegistrant }) {
  const format = useFormatInstant()
  const { registrationId, personKey, name, email, insideSince } = registrant
  const setup = useQuery(mailSetup).data
  const sending = useMutation({
    mutationFn: () =>
      call('POST /api/admin/registrations/:id/join-link', { params: { id: registrationId } }),
    onSuccess: () =>
      setup?.isSending === false
        ? showToast({
            title: 'Join Link Stored',
            description:
              'No mail server is connected, so the email was not sent. You can read it under Email › Sent.',
          })
        : showToast({ title: 'Join Link Sent', description: `It is on its way to ${email}.` }),
    onError: (error) =>
      showFailure(
        'Join Link Not Sent',
        serverMessage(error) ?? 'The server could not be reached. Please try again.',
      ),
  })
  return (
    <li
      aria-label={email}
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-2.5 text-small"
    >
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3">
          <PersonLink personKey={personKey} name={name} />
          {insideSince && <Badge tone="success">Joined at {format(insideSince)}</Badge>}
        </p>
        <p className="wrap-anywhere">
          <MailLink email={email} />
        </p>
      </div>
      <ForRole needs="editor">
        <Button
          variant="secondary"
          className="px-3.5! text-small!"
          pending={sending.isPending}
          onClick={() => sending.mutate()}
        >
          <Send aria-hidden size={15} />
          Send the join link<span className="sr-only"> to {email}</span>
        </Button>
      </ForRole>
    </li>
  )
}
