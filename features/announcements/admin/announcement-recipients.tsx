import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { writeInstant } from '#client/admin/csv.ts'
import { DownloadRowsButton, type CsvColumns } from '#client/admin/download-rows.tsx'
import { FilterField } from '#client/admin/filter-field.tsx'
import { MailLink, PersonLink } from '#client/admin/person-cell.tsx'
import { useFormatInstant } from '#client/admin/use-format-instant.ts'
import { NotLoaded } from '#client/page/load-failed.tsx'
import { Badge } from '#client/ui/badge.tsx'
import { Card } from '#client/ui/card.tsx'
import type { listRecipients } from '#features/announcements/contract.ts'
import type { ReplyOf } from '#kernel/endpoint.ts'
import type { RecipientState } from '#kernel/values.ts'
import {
  readAllRecipients,
  recipientsAtOnce,
  recipientsOf,
  recipientLabels,
} from './announcement-queries.ts'
import { Pages } from './pages.tsx'

type Recipient = ReplyOf<typeof listRecipients>['recipients'][number]

const columns: CsvColumns<Recipient> = {
  Name: ({ name }) => name,
  Email: ({ email }) => email ?? '',
  State: ({ state }) => recipientLabels[state].name,
  Reason: ({ reason }) => reason ?? '',
  Tries: ({ attempts }) => String(attempts),
  'Tried At': ({ triedAt }, zone) => writeInstant(triedAt, zone),
  'Sent At': ({ sentAt }, zone) => writeInstant(sentAt, zone),
  Answer: ({ answer }) => answer ?? '',
}

export function AnnouncementRecipients({ id }: { id: number }) {
  const [state, setState] = useState<RecipientState>()
  const [page, setPage] = useState(1)
  const read = useQuery({
    ...recipientsOf({ id, state, page }),
    placeholderData: keepPreviousData,
  })
  const { recipients = [], counts } = read.data ?? {}
  const total = read.data?.total ?? 0

  return (
    <section aria-labelledby="recipients" className="mt-12">
      <h2 id="recipients" className="text-subheading">
        Recipients
      </h2>
      <div className="mt-4 flex flex-wrap items-end gap-4">
        <FilterField label="State">
          {(control) => (
            <select
              {...control}
              value={state ?? ''}
              onChange={({ target }) => {
                setState((target.value || undefined) as RecipientState | undefined)
                setPage(1)
              }}
            >
              <option value="">All{counts && ` (${counts.total.toLocaleString('en-GB')})`}</option>
              {Object.entries(recipientLabels).map(([one, { name }]) => (
                <option key={one} value={one}>
                  {name}
                  {counts && ` (${counts[one as RecipientState].toLocaleString('en-GB')})`}
                </option>
              ))}
            </select>
          )}
        </FilterField>
        <DownloadRowsButton
          label="recipients"
          fileName={`announcement-${id}`}
          columns={columns}
          read={(onArrived) => readAllRecipients({ id, state }, onArrived)}
          isEmpty={total === 0}
        />
      </div>
      <NotLoaded
        query={read}
        message="The recipients could not be loaded. Please try again."
        skeleton="mt-5 h-40"
      />
      {read.data && (
        <Card className="mt-5">
          {recipients.length === 0 ? (
            <p className="px-5 py-8 text-muted">No recipients.</p>
          ) : (
            <ul aria-label="Recipients" className="divide-y divide-line">
              {recipients.map((recipient) => (
                <RecipientLine key={recipient.id} recipient={recipient} />
              ))}
            </ul>
          )}
        </Card>
      )}
      <Pages page={page} total={total} limit={recipientsAtOnce} onPage={setPage} />
    </section>
  )
}

function RecipientLine({ recipient }: { recipient: Recipient }) {
  const format = useFormatInstant()
  const { personKey, name, email, state, reason, sentAt } = recipient
  const { name: word, tone } = recipientLabels[state]
  return (
    <li className="grid gap-x-5 gap-y-1 px-5 py-3 text-small sm:grid-cols-[minmax(0,2fr)_auto_minmax(0,3fr)] sm:items-center">
      <div className="min-w-0 wrap-anywhere">
        {email === null ? (
          <p className="text-muted">No email</p>
        ) : (
          <>
            {(name || personKey) && (
              <p>
                <PersonLink personKey={personKey} name={name} />
              </p>
            )}
            <p>
              <MailLink email={email} />
            </p>
          </>
        )}
      </div>
      <p className="sm:w-24">
        <Badge tone={tone}>{word}</Badge>
      </p>
      <p className="min-w-0 wrap-anywhere text-muted">
        {[sentAt && format(sentAt), reason].filter(Boolean).join(': ')}
      </p>
    </li>
  )
}
