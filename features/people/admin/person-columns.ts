import { writeInstant } from '#client/admin/csv.ts'
import type { CsvColumns } from '#client/admin/download-rows.tsx'
import { writeAnswer } from '#features/form-questions/rules.ts'
import { stateLabels } from '#features/mails/admin/outbox-entries.ts'
import type { Person, TimelineEntry } from '#features/people/contract.ts'
import { webinarSeatLabels } from '#features/webinars/admin/webinar-seat-labels.ts'
import { mailNames } from '#kernel/mail-kinds.ts'

export const registrationColumns: CsvColumns<Person['registrations'][number]> = {
  Event: ({ eventTitle }) => eventTitle,
  Registration: ({ registrationType }) => registrationType,
  Source: ({ registrationSource }) => registrationSource,
  'Registered At': ({ createdAt }, zone) => writeInstant(createdAt, zone),
  Zoom: ({ seat: webinarSeat }) => (webinarSeat ? webinarSeatLabels[webinarSeat.state].name : ''),
  'Zoom Problem': ({ seat: webinarSeat }) => webinarSeat?.lastError ?? '',
  'Joined At': ({ joined }, zone) => writeInstant(joined?.firstJoinedAt ?? null, zone),
  Attended: ({ hasAttended }) => (hasAttended ? 'Yes' : 'No'),
  'Minutes Attended': ({ stayedMinutes }) => String(stayedMinutes ?? ''),
}

export const answerColumns: CsvColumns<Person['formAnswers'][number]> = {
  Event: ({ eventTitle }) => eventTitle,
  Question: ({ question }) => question,
  Answer: ({ answer }) => writeAnswer(answer),
  'Answered At': ({ createdAt }, zone) => writeInstant(createdAt, zone),
}

export const askedColumns: CsvColumns<Person['asked'][number]> = {
  Event: ({ eventTitle }) => eventTitle,
  Question: ({ text }) => text,
  State: ({ state }) => state,
  'Asked At': ({ createdAt }, zone) => writeInstant(createdAt, zone),
}

/** Columns of the CSV file with a person's mails. Each notification has a line, even if one mail contained several. */
export const mailColumns: CsvColumns<Person['deliveries'][number]> = {
  Kind: ({ kind }) => mailNames[kind],
  Event: ({ eventTitle }) => eventTitle ?? '',
  State: ({ state }) => stateLabels[state].name,
  Date: ({ createdAt }, zone) => writeInstant(createdAt, zone),
  'Sent At': ({ sentAt }, zone) => writeInstant(sentAt, zone),
  Reason: ({ lastError }) => lastError ?? '',
}

export const timelineColumns: CsvColumns<TimelineEntry> = {
  At: ({ at }, zone) => writeInstant(at, zone),
  Details: ({ text }) => text,
}
