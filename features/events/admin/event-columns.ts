import { writeInstant } from '#client/admin/csv.ts'
import type { CsvColumns } from '#client/admin/download-rows.tsx'
import type { AdminEvent } from '#kernel/event-shapes.ts'
import { parseInstant } from '#kernel/event-time.ts'
import { appearsAt, isPublished } from '#kernel/publishing.ts'
import { eventPath } from '#kernel/slug.ts'
import { statusNames } from './event-status.ts'

type Row = { event: AdminEvent; registrations: number }

/**
 * Columns of the CSV file of all events, in order; without meeting links and recording URLs, which are confidential.
 */
export const eventColumns: CsvColumns<Row> = {
  ID: ({ event }) => String(event.id),
  Title: ({ event }) => event.title,
  Speaker: ({ event }) => event.speakerName,
  'Speaker Title': ({ event }) => event.speakerTitle,
  Status: ({ event }) => (event.cancelledAt ? 'Cancelled' : statusNames[event.status]),
  Publishing: ({ event }, zone) => writePublishing(event, zone),
  Date: ({ event }) => event.eventDate ?? '',
  Start: ({ event }, zone) => writeTime(event.eventTime, zone),
  End: ({ event }, zone) => writeTime(event.eventEndTime, zone),
  'Date Confirmed': ({ event }) => (event.dateConfirmed ? 'Yes' : 'No'),
  Priority: ({ event }) => String(event.priority),
  Registrations: ({ registrations }) => String(registrations),
  Recording: ({ event }) => (event.hasRecording ? 'Yes' : 'No'),
  Page: ({ event }) => eventPath(event.slug),
}

/** Formats an instant as local time. Returns other texts, such as "to be announced", unchanged. */
function writeTime(time: string | null, zone: string) {
  return parseInstant(time) ? writeInstant(time, zone) : (time ?? '')
}

function writePublishing(event: AdminEvent, zone: string) {
  if (isPublished(event, new Date())) return 'Published'
  const moment = appearsAt(event)
  return moment ? `Scheduled for ${writeInstant(moment.toISOString(), zone)}` : 'Draft'
}
