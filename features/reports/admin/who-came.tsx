import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { type CsvColumns, DownloadRowsButton } from '#client/admin/download-rows.tsx'
import { RetryButton } from '#client/admin/retry-button.tsx'
import { call } from '#client/api/call.ts'
import { Card } from '#client/ui/card.tsx'
import { adminEvents, reports } from '#features/events/admin/event-queries.ts'
import type { Reports } from '#features/reports/contract.ts'
import { countMinutes } from '#features/webinars/rules.ts'

type Attendance = Reports['attendance'][number]
type Watched = Reports['watched'][number]

const knownBy: Record<Attendance['knownBy'], string> = {
  report: 'By Zoom’s report of the event.',
  webinar: 'By what Zoom told while it happened.',
  links: 'By the join links that were taken, which do not say how long anybody stayed.',
}

const formatNumber = (count: number) => count.toLocaleString('en-GB')

const columns: CsvColumns<Attendance & { title: string; watched: Watched | undefined }> = {
  Event: ({ title }) => title,
  Registered: ({ registered }) => String(registered),
  Came: ({ came }) => String(came),
  'Minutes on Average': ({ minutes }) => (minutes === null ? '' : String(Math.round(minutes))),
  'Watched Since': ({ watched }) => String(watched?.watchers ?? 0),
  'To the End': ({ watched }) => String(watched?.finished ?? 0),
  'Known By': ({ knownBy: source }) => source,
}

/** Shows per event how many registered, attended and for how long, and how many watched the recording. */
export function WhoCame({ figures }: { figures: Reports }) {
  const titles = new Map((useQuery(adminEvents).data ?? []).map((event) => [event.id, event.title]))
  const erasedOf = new Map(figures.registered.map(({ eventId, erased }) => [eventId, erased]))
  const watchedOf = new Map(figures.watched.map((watched) => [watched.eventId, watched]))
  return (
    <Card className="min-w-0 p-4 sm:p-5">
      <h2 className="text-subheading">Who came</h2>
      <p className="mt-1.5 text-small text-muted">
        {figures.attendance.length === 0
          ? 'No event has been held yet.'
          : 'Of each event, how many registered, came and stayed, and how many watched it since.'}
      </p>
      {figures.attendance.length > 0 && (
        <DownloadRowsButton
          className="mt-3"
          label="who came"
          fileName="who-came"
          columns={columns}
          read={() =>
            figures.attendance.map((attendance) => ({
              ...attendance,
              title: titles.get(attendance.eventId) ?? `Event ${attendance.eventId}`,
              watched: watchedOf.get(attendance.eventId),
            }))
          }
        />
      )}
      <ul aria-label="Who came, newest first" className="grid gap-5 not-empty:mt-4">
        {figures.attendance.map((attendance) => (
          <EventAttendance
            key={attendance.eventId}
            attendance={attendance}
            watched={watchedOf.get(attendance.eventId)}
            erased={erasedOf.get(attendance.eventId) ?? 0}
            title={titles.get(attendance.eventId) ?? `Event ${attendance.eventId}`}
          />
        ))}
      </ul>
    </Card>
  )
}

type EventAttendanceProps = {
  attendance: Attendance
  watched: Watched | undefined
  erased: number
  title: string
}

/** Shows how many people registered, attended and watched one event. */
export function EventAttendance({ attendance, watched, erased, title }: EventAttendanceProps) {
  const { eventId, registered, came, minutes, unregistered, report } = attendance
  const heading = useRef<HTMLParagraphElement>(null)
  const share = registered > 0 ? ` (${Math.round((came / registered) * 100)} %)` : ''
  const facts = [
    ['Registered', formatNumber(registered)],
    ['Came', `${formatNumber(came)}${share}`],
    ['Stayed on average', minutes === null ? 'not known' : countMinutes(Math.round(minutes))],
    ['Watched since', formatNumber(watched?.watchers ?? 0)],
    ['To the end', formatNumber(watched?.finished ?? 0)],
  ] as const
  return (
    <li aria-label={title} className="border-t border-line pt-4 first:border-t-0 first:pt-0">
      <p ref={heading} tabIndex={-1} className="font-semibold wrap-anywhere">
        <bdi>{title}</bdi>
      </p>
      <dl className="mt-2 grid grid-cols-2 gap-x-4 gap-y-2 sm:grid-cols-5">
        {facts.map(([name, value]) => (
          <div key={name} className="min-w-0">
            <dt className="text-small text-muted">{name}</dt>
            <dd className="font-semibold figures">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-2 text-small text-muted wrap-anywhere">
        {knownBy[attendance.knownBy]}
        {describeErased(erased)}
        {unregistered !== null && unregistered > 0 && (
          <span>{` ${describeUnregistered(unregistered)}`}</span>
        )}
        {report?.state === 'waiting' && <span>{' Zoom’s report is asked for.'}</span>}
        {report?.lastError && <span>{` ${report.lastError}`}</span>}
      </p>
      {report?.state === 'failed' && (
        <div className="mt-2">
          <RetryButton
            label="Ask for the report again"
            subject={`The report of ${title}`}
            retry={() =>
              call('POST /api/admin/events/:id/attendance/try-again', { params: { id: eventId } })
            }
            queryKey={reports.queryKey}
            onGone={() => heading.current?.focus()}
          />
        </div>
      )}
    </li>
  )
}

function describeUnregistered(stays: number) {
  const many = stays === 1 ? 'One stay was' : `${formatNumber(stays)} stays were`
  return `${many} of people without a registration, the host’s and the guest’s among them.`
}

/** Explains why a past number is larger than the lists; begins with a space. */
export function describeErased(registrations: number) {
  if (registrations === 0) return ''
  return registrations === 1
    ? ' One registration is of somebody erased since, whom no list names.'
    : ` ${formatNumber(registrations)} registrations are of people erased since, whom no list names.`
}
