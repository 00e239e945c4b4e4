import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { SetupNotes, PageHeading } from '#client/admin/page-heading.tsx'
import { RetryButton } from '#client/admin/retry-button.tsx'
import { useFormatInstant } from '#client/admin/use-format-instant.ts'
import { WorkList } from '#client/admin/work-list.tsx'
import { LoadFailed } from '#client/page/load-failed.tsx'
import type { getMailingList } from '#features/newsletter/contract.ts'
import type { ReplyOf } from '#kernel/endpoint.ts'
import { writePeople } from '#kernel/write-count.ts'
import { subscriberLabels } from './subscriber-labels.ts'
import {
  mailingList,
  retrySubscribers,
  subscriberColumns,
  SubscriberLine,
  subscribersOf,
} from './subscribers.tsx'

/**
 * Admin page about MailerLite. Lists each person who opted in with sync state, groups, errors and next attempt;
 * 'Try again' syncs one person or all.
 */
export function Newsletter() {
  const { data, error, refetch } = useQuery(mailingList)
  const format = useFormatInstant()
  return (
    <section aria-labelledby="mailing-list-heading">
      <PageHeading id="mailing-list-heading">MailerLite</PageHeading>
      <p className="mt-2 max-w-reading text-muted">
        Everyone who agreed to updates is added to MailerLite, with one group per event.
      </p>
      {!data && !error && <output className="mt-5 block text-muted">Loading...</output>}
      {!data && error && (
        <LoadFailed
          error={error}
          message="The mailing list could not be loaded. Please try again."
          onRetry={refetch}
        />
      )}
      <SetupNotes notes={data?.notes} />
      {data && (
        <>
          <MailingListCounts list={data} />
          {data.isConfigured && data.pausedUntil && (
            <p className="mt-4 text-small text-muted figures">
              {`Syncing to MailerLite is paused until ${format(data.pausedUntil)}.`}
            </p>
          )}
          {data.isConfigured && (
            <>
              <MailingListTrouble list={data} />
              <WorkList
                name="people"
                label="People who agreed to updates, newest first"
                nothing={{ yet: 'No one has agreed to updates yet.', found: 'No match.' }}
                states={{ label: 'State in MailerLite', words: subscriberLabels }}
                pagesOf={subscribersOf}
                rowsOf={({ members }) => members}
                linesOf={(members) =>
                  members.map((member) => <SubscriberLine key={member.userId} member={member} />)
                }
                csv={{ fileName: 'mailing-list', columns: subscriberColumns }}
              />
            </>
          )}
        </>
      )}
    </section>
  )
}

function MailingListCounts({ list }: { list: ReplyOf<typeof getMailingList> }) {
  const { agreed, counts, isConfigured } = list
  const figures: [string, number][] = [
    ['Agreed to updates', agreed],
    ['In MailerLite', counts.synced],
    ['Waiting', counts.waiting + counts.syncing],
    ['Failed', counts.failed],
    ['Unsubscribed', counts.left],
  ]
  return (
    <dl className="mt-5 flex flex-wrap gap-px overflow-hidden rounded-md border border-line bg-line">
      {figures.slice(0, isConfigured ? undefined : 1).map(([name, count]) => (
        <div key={name} className="grow basis-36 bg-raised px-4 py-3">
          <dt className="text-caption text-muted">{name}</dt>
          <dd
            className={`mt-1 text-subheading figures ${name === 'Failed' && count > 0 ? 'text-danger' : ''}`}
          >
            {count.toLocaleString('en-GB')}
          </dd>
        </div>
      ))}
    </dl>
  )
}

type MailingListTroubleProps = { list: ReplyOf<typeof getMailingList> }

/** Shows the number of people whose sync to MailerLite failed, with a button that retries all. */
function MailingListTrouble({ list: { counts, troubled } }: MailingListTroubleProps) {
  const status = useRef<HTMLOutputElement>(null)
  const isQuiet = counts.waiting + counts.syncing === 0
  const none = isQuiet
    ? 'No sync has failed.'
    : 'No sync has failed. Some people are still waiting.'
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-5 gap-y-2">
      <output ref={status} tabIndex={-1} className="text-small text-muted figures">
        {troubled === 0 ? none : `The sync failed for ${writePeople(troubled)}.`}
      </output>
      {troubled > 0 && (
        <RetryButton {...retrySubscribers()} onGone={() => status.current?.focus()} />
      )}
    </div>
  )
}
