import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { type CsvColumns, DownloadRowsButton } from '#client/admin/download-rows.tsx'
import { RetryButton } from '#client/admin/retry-button.tsx'
import { call } from '#client/api/call.ts'
import { Card } from '#client/ui/card.tsx'
import { adminEvents, reports } from '#features/events/admin/event-queries.ts'
import type { Reports } from '#features/reports/contract.ts'
import { countMinutes } from '#features/webinars/rules.ts'
import { writeCount } from '#kernel/write-count.ts'

type Attendance = Reports['attendance'][number]
type Watched = Reports['watched'][number]

const knownBy: Record<Attendance['knownBy'], string> = {
  report: 'Source: Zoom’s report after the event.',
  webinar: 'Source: Zoom’s messages during the event.',
  links: 'Source: join links. They do not show how long people stayed.',
}

const formatNumber = (count: number) => count.toLocaleString('en-GB')

const columns: CsvColumns<Attendance & { title: string; watched: Watched | undefined }> = {
  Event: ({ title }) => title,
  Registered: ({ registered }) => String(registered),
  Attended: ({ came }) => String(came),
  'Average Minutes Attended': ({ minutes }) =>
    minutes === null ? '' : String(Math.round(minutes)),
  'Watched the Recording': ({ watched }) => String(watched?.watchers ?? 0),
  'Finished the Recording': ({ watched }) => String(watched?.finished ?? 0),
  Source: ({ knownBy: source }) => source,
}

/**
 * Renders, for each event, how many people registered, attended and watched the recording, and how long they
 * attended.
 */
export function WhoCame({ figures }: { figures: Reports }) {
  const titles = new Map((useQuery(adminEvents).data ?? []).map((event) => [event.id, event.title]))
  const erasedOf = new Map(figures.registered.map(({ eventId, erased }) => [eventId, erased]))
  const watchedOf = new Map(figures.watched.map((watched) => [watched.eventId, watched]))
  return (
    <Card className="min-w-0 p-4 sm:p-5">
      <h2 className="text-subheading">Attendance</h2>
      <p className="mt-1.5 text-small text-muted">
        {figures.attendance.length === 0
          ? 'No attendance yet.'
          : 'Who registered and attended, and who watched the recording.'}
      </p>
      {figures.attendance.length > 0 && (
        <DownloadRowsButton
          className="mt-3"
          label="attendance"
          fileName="attendance"
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
      <ul aria-label="Attendance, newest first" className="grid gap-5 not-empty:mt-4">
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

/** Renders how many people registered for one event, attended it and watched its recording. */
export function EventAttendance({ attendance, watched, erased, title }: EventAttendanceProps) {
  const { eventId, registered, came, minutes, unregistered, report } = attendance
  const heading = useRef<HTMLParagraphElement>(null)
  const share = registered > 0 ? ` (${Math.round((came / registered) * 100)} %)` : ''
  const facts = [
    ['Registered', formatNumber(registered)],
    ['Attended', `${formatNumber(came)}${share}`],
    ['Average attendance', minutes === null ? 'not known' : countMinutes(Math.round(minutes))],
    ['Watched recording', formatNumber(watched?.watchers ?? 0)],
    ['Finished recording', formatNumber(watched?.finished ?? 0)],
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
        {report?.state === 'waiting' && <span>{' Waiting for Zoom’s report.'}</span>}
        {report?.lastError && <span>{` ${report.lastError}`}</span>}
      </p>
      {report?.state === 'failed' && (
        <div className="mt-2">
          <RetryButton
            label="Request the report again"
            started={`Requesting Zoom’s attendance report of “${title}”.`}
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
  return `${writeCount(stays, 'meeting visit')} without a registration, for example by host and guest.`
}

/**
 * Registrations of erased people are counted but not listed. Returns a sentence with their number, beginning with a
 * space; empty if there are none.
 */
export function describeErased(registrations: number) {
  if (registrations === 0) return ''
  return registrations === 1
    ? ' 1 registration belongs to an erased person and is not listed.'
    : ` ${formatNumber(registrations)} registrations belong to erased people and are not listed.`
}
