import { writeInstant } from '#client/admin/csv.ts'
import { MailLink, PersonLink } from '#client/admin/person-cell.tsx'
import { call } from '#client/api/call.ts'
import { useSite } from '#client/page/use-site.ts'
import { Badge } from '#client/ui/badge.tsx'
import type * as contract from '#features/reports/contract.ts'
import type { tableColumns } from '#features/reports/rules.ts'
import type { ReplyOf } from '#kernel/endpoint.ts'
import { formatEventDate } from '#kernel/event-time.ts'
import type { DashboardReads } from './dashboard-reads.ts'
import { DashboardTable } from './dashboard-table.tsx'
import type { TableColumn } from './table-rows.tsx'

type Columns<Row, Name extends keyof typeof tableColumns> = (TableColumn<Row> & {
  header: (typeof tableColumns)[Name][number]
})[]
type Person = {
  firstName: string
  lastName: string
  email: string
  company: string
  personKey: string | null
}
type Registration = ReplyOf<typeof contract.pageRegistrations>['rows'][number]
type EventRegistration = ReplyOf<typeof contract.pageEventRegistrations>['rows'][number]
type VideoAccess = ReplyOf<typeof contract.pageVideoAccess>['rows'][number]

const nameOf = ({ firstName, lastName }: Person) => `${firstName} ${lastName}`.trim()

const name = {
  header: 'Name' as const,
  text: nameOf,
  cell: (row: Person) => <PersonLink personKey={row.personKey} name={nameOf(row)} />,
  width: 15,
}
const email = {
  header: 'Email' as const,
  text: (row: Person) => row.email,
  cell: (row: Person) => <MailLink email={row.email} />,
  width: 20,
}
const company = { header: 'Company' as const, text: (row: Person) => row.company, width: 13 }
const jobTitle = {
  header: 'Job Title' as const,
  text: (row: { jobTitle: string }) => row.jobTitle,
  width: 12,
}
const date = {
  header: 'Date' as const,
  text: ({ createdAt }: { createdAt: string }, zone: string) => writeInstant(createdAt, zone),
  cell: ({ createdAt }: { createdAt: string }) => <Day instant={createdAt} />,
  isLatestFirst: true,
  width: 11,
}

/** Renders the date of an instant in the display zone, without line breaks. */
function Day({ instant }: { instant: string }) {
  const { zone } = useSite().site.display
  const written = formatEventDate({ eventDate: null, eventTime: instant }, zone, 'medium')
  return written?.replaceAll(' ', '\u00A0')
}

const registrationColumns: Columns<Registration, 'registrations'> = [
  name,
  email,
  company,
  jobTitle,
  { header: 'Interests', text: ({ interests }) => interests.join(', '), width: 18 },
  {
    header: 'Updates',
    text: ({ receiveUpdates }) => (receiveUpdates ? 'Yes' : 'No'),
    width: 9,
  },
  date,
]

export function RegistrationsTable({ reads }: { reads: DashboardReads }) {
  return (
    <DashboardTable
      title="All Registrations"
      name="registrations"
      label="All registrations"
      fileName="all-registrations"
      empty="No registrations yet."
      columns={registrationColumns}
      keyOf={({ id }) => id}
      load={(query, signal) => call('GET /api/admin/tables/registrations', { query, signal })}
      all={reads.counts.data?.registrations}
    />
  )
}

const eventRegistrationColumns: Columns<EventRegistration, 'eventRegistrations'> = [
  name,
  email,
  { header: 'Event', text: ({ event }) => event, width: 17 },
  company,
  jobTitle,
  {
    header: 'Type',
    text: ({ registrationType }) =>
      registrationType === 'confirmed' ? 'confirmed' : 'pre-registration',
    cell: ({ registrationType }) =>
      registrationType === 'confirmed' ? (
        <Badge tone="success">confirmed</Badge>
      ) : (
        <Badge>pre-registration</Badge>
      ),
    width: 12,
  },
  date,
]

export function EventRegistrationsTable({ reads }: { reads: DashboardReads }) {
  return (
    <DashboardTable
      title="Event Registrations by Event"
      name="event registrations"
      label="Event registrations"
      fileName="registrations-by-event"
      empty="No event registrations found."
      columns={eventRegistrationColumns}
      keyOf={({ id }) => id}
      load={(query, signal) => call('GET /api/admin/tables/event-registrations', { query, signal })}
      all={reads.counts.data?.eventRegistrations}
      events={reads.events.data}
    />
  )
}

const videoAccessColumns: Columns<VideoAccess, 'videoAccess'> = [
  name,
  email,
  company,
  jobTitle,
  { header: 'Event Interest', text: ({ event }) => event, width: 20 },
  date,
]

export function VideoAccessTable({ reads }: { reads: DashboardReads }) {
  return (
    <DashboardTable
      title="Video-Only Access Users"
      name="video-only access users"
      label="Video-only access users"
      fileName="video-only-access"
      empty="No video-only access users found."
      columns={videoAccessColumns}
      keyOf={({ id }) => id}
      load={(query, signal) => call('GET /api/admin/tables/video-access', { query, signal })}
      all={reads.counts.data?.videoAccess}
      events={reads.events.data}
    />
  )
}

function count<Header extends string>(
  header: Header,
  countOf: (row: contract.RegistrantAccessRow) => number,
) {
  return {
    header,
    text: (row: contract.RegistrantAccessRow) => String(countOf(row)),
    cell: (row: contract.RegistrantAccessRow) => countOf(row).toLocaleString('en-GB'),
    isNumber: true,
    width: 14,
  }
}

const memberAccessColumns: Columns<contract.RegistrantAccessRow, 'memberAccess'> = [
  name,
  email,
  company,
  {
    header: 'Status',
    text: ({ hasAccessed }) => (hasAccessed ? 'Accessed' : 'Not Accessed'),
    cell: ({ hasAccessed }) =>
      hasAccessed ? <Badge tone="success">Accessed</Badge> : <Badge>Not Accessed</Badge>,
    width: 13,
  },
  {
    header: 'Last Access',
    text: ({ lastAccess }, zone) => writeInstant(lastAccess, zone),
    cell: ({ lastAccess }) => (lastAccess === null ? 'Never' : <Day instant={lastAccess} />),
    isLatestFirst: true,
    width: 12,
  },
  count('Video Watches', ({ videoWatches }) => videoWatches),
  count('Total Visits', ({ totalVisits }) => totalVisits),
]

export function MemberAccessTable({ reads }: { reads: DashboardReads }) {
  return (
    <DashboardTable
      title="Member Access Breakdown"
      name="member access"
      label="Member access"
      fileName="member-access"
      empty="No access data available yet."
      columns={memberAccessColumns}
      keyOf={({ email: address }) => address}
      load={(query, signal) => call('GET /api/admin/tables/member-access', { query, signal })}
      all={reads.counts.data?.people}
    />
  )
}
