import { queryOptions } from '@tanstack/react-query'
import { writeInstant } from '#client/admin/csv.ts'
import type { CsvColumns } from '#client/admin/download-rows.tsx'
import { watchWhile, pagedQuery } from '#client/admin/paged-list.tsx'
import { PersonCell } from '#client/admin/person-cell.tsx'
import type { Retry } from '#client/admin/retry-button.tsx'
import { useFormatInstant } from '#client/admin/use-format-instant.ts'
import { WorkLine } from '#client/admin/work-line.tsx'
import type { WorkFilter } from '#client/admin/work-list.tsx'
import { pathOf, call } from '#client/api/call.ts'
import type { getMailingList, MailingListMember } from '#features/newsletter/contract.ts'
import type { ReplyOf } from '#kernel/endpoint.ts'
import { mostAtOnce } from '#kernel/fields.ts'
import type { MemberState } from '#kernel/values.ts'
import { isTroubled, describeSubscriber, subscriberLabels } from './subscriber-labels.ts'

const pageSize = 20

type MailingList = ReplyOf<typeof getMailingList>

const mailingListKey = [pathOf('GET /api/admin/mailing-list')] as const

/**
 * Query for the number of people in each state of the mailing list. The key of the list's query begins with this key,
 * so invalidating this query refetches the list, too.
 */
export const mailingList = queryOptions({
  queryKey: mailingListKey,
  queryFn: ({ signal }) => call('GET /api/admin/mailing-list', { signal }),
  staleTime: 0,
  refetchInterval: watchWhile<MailingList>(
    ({ isConfigured, counts }) => isConfigured && counts.waiting + counts.syncing > 0,
  ),
})

export function subscribersOf(filter: WorkFilter<MemberState>) {
  return pagedQuery({
    queryKey: [...mailingListKey, filter],
    load: ({ before, limit, signal }) =>
      call('GET /api/admin/mailing-list/members', { query: { ...filter, before, limit }, signal }),
    pageSize,
    mostAtOnce,
    isMoving: ({ members }) =>
      members.some(({ state }) => state === 'waiting' || state === 'syncing'),
  })
}

export function SubscriberLine({ member }: { member: MailingListMember }) {
  const format = useFormatInstant()
  const { email, personKey, name, state } = member
  return (
    <WorkLine
      label={`MailerLite entry of ${email}`}
      state={subscriberLabels[state]}
      stateWidth="lg:min-w-28"
      sentence={describeSubscriber(member, format)}
      isBad={isTroubled(member)}
      again={isTroubled(member) && retrySubscribers(member)}
    >
      <PersonCell {...{ personKey, name, email }} />
      <SubscriberGroups member={member} />
    </WorkLine>
  )
}

type SubscriberGroupsProps = { member: MailingListMember }

/** Returns the names of the MailerLite groups that a person is in: the one for all members, then those of events. */
function listGroups({ membersGroup, eventGroups }: MailingListMember) {
  const members = membersGroup === 'current' ? 'All subscribers' : 'All subscribers (former group)'
  const groups = eventGroups.map(({ id, title }) => ({
    key: String(id),
    name: title ?? `Deleted event ${id}`,
  }))
  return membersGroup ? [{ key: 'members', name: members }, ...groups] : groups
}

/** CSV columns of the mailing list: one line per person who opted in. */
export const subscriberColumns: CsvColumns<MailingListMember> = {
  Name: ({ name }) => name,
  Email: ({ email }) => email,
  State: ({ state }) => subscriberLabels[state].name,
  Groups: (member) =>
    listGroups(member)
      .map(({ name }) => name)
      .join('; '),
  'Synced At': ({ syncedAt }, zone) => writeInstant(syncedAt, zone),
  'Tried At': ({ triedAt }, zone) => writeInstant(triedAt, zone),
  'Next Try': ({ nextTryAt }, zone) => writeInstant(nextTryAt, zone),
  Reason: ({ lastError }) => lastError ?? '',
}

function SubscriberGroups({ member }: SubscriberGroupsProps) {
  const groups = listGroups(member)
  if (groups.length === 0) return <p className="text-muted">No group yet</p>
  return (
    <ul aria-label="Groups" className="min-w-0 text-muted">
      {groups.map(({ key, name }) => (
        <li key={key} className="wrap-anywhere">
          <bdi>{name}</bdi>
        </li>
      ))}
    </ul>
  )
}

/** Returns label and API call of the button that retries the sync of one person, or of everyone whose sync failed. */
export function retrySubscribers(member?: Pick<MailingListMember, 'userId' | 'email'>): Retry {
  return {
    label: member ? 'Try again' : 'Retry all failed',
    started: member ? `Syncing ${member.email}.` : 'Syncing everyone whose sync failed.',
    retry: () =>
      call('POST /api/admin/mailing-list/try-again', { body: { userId: member?.userId } }),
    queryKey: mailingList.queryKey,
  }
}
