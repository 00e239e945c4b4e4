import { writeInstant } from '#client/admin/csv.ts'
import type { CsvColumns } from '#client/admin/download-rows.tsx'
import { reasonOf, triesOf, type StateLabels, type Write } from '#client/admin/work-list.tsx'
import type { WebinarSeatRow } from '#features/webinars/contract.ts'
import type { WebinarSeatState } from '#kernel/values.ts'

export const webinarSeatLabels: StateLabels<WebinarSeatState> = {
  waiting: { name: 'Waiting', tone: 'neutral' },
  seated: { name: 'Registered', tone: 'success' },
  pending: { name: 'Awaiting approval', tone: 'neutral' },
  failed: { name: 'Failed', tone: 'danger' },
  withdrawn: { name: 'Cancelled in Zoom', tone: 'danger' },
}

/** Columns of the CSV file of Zoom registrations, one line per registration. */
export const webinarSeatColumns: CsvColumns<WebinarSeatRow> = {
  Name: ({ name }) => name,
  Email: ({ email }) => email,
  Event: ({ eventTitle }) => eventTitle,
  State: ({ state }) => webinarSeatLabels[state].name,
  Tries: ({ attempts }) => String(attempts),
  'Next Try': ({ nextTryAt }, zone) => writeInstant(nextTryAt, zone),
  'Registered At': ({ seatedAt }, zone) => writeInstant(seatedAt, zone),
  'Attended At': ({ attendedAt }, zone) => writeInstant(attendedAt, zone),
  Reason: ({ lastError }) => lastError ?? '',
}

/** `when` formats an instant. If `isConfigured` is false, Zoom is not connected, so there are no retries. */
type Known = { when: Write; isConfigured: boolean }

function nextStep({ nextTryAt }: WebinarSeatRow, { when, isConfigured }: Known) {
  if (!isConfigured) return 'Zoom is not connected'
  return nextTryAt ? `Next try ${when(nextTryAt)}` : ''
}

function describeWaiting(row: WebinarSeatRow, { when, isConfigured }: Known) {
  const next = nextStep(row, { when, isConfigured })
  if (row.attempts === 0 || !row.lastError) return next || 'Registered automatically'
  return `Failed after ${triesOf(row)}: ${reasonOf(row)}${next && `. ${next}`}`
}

const sentences: Record<WebinarSeatState, (row: WebinarSeatRow, known: Known) => string> = {
  waiting: describeWaiting,
  seated: (row, { when }) => `Registered in Zoom${row.seatedAt ? ` ${when(row.seatedAt)}` : ''}`,
  pending: () => 'The host must approve the registration in Zoom',
  failed: (row) => `Failed after ${triesOf(row)}: ${reasonOf(row)}`,
  withdrawn: (row) => row.lastError ?? 'Cancelled or denied in Zoom',
}

/** Describes the state of a Zoom registration in one sentence. */
export function describeWebinarSeat(row: WebinarSeatRow, known: Known): string {
  const attended = row.attendedAt ? `. Joined ${known.when(row.attendedAt)}` : ''
  return sentences[row.state](row, known) + attended
}

/** Returns whether the list offers a retry for a Zoom registration. */
export function isWebinarSeatStuck({ state, attempts }: WebinarSeatRow): boolean {
  return state === 'failed' || state === 'withdrawn' || (state === 'waiting' && attempts > 0)
}
