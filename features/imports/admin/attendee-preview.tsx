import { useCallback, useMemo } from 'react'
import { call } from '#client/api/call.ts'
import { Button } from '#client/ui/button.tsx'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { useDebounced } from '#client/ui/use-debounced.ts'
import { authStatusOnAdmin, useAuthStatus } from '#features/sign-in/public/session.ts'
import { writeCount } from '#kernel/write-count.ts'
import { correctEmail } from './correct-email.ts'
import { type Attendee, type AttendeeList, nameOf } from './read-attendees.ts'
import { RowPreview } from './row-preview.tsx'
import {
  attendeeKinds,
  describeSeats,
  findOverCapacity,
  type RowPreview as Preview,
  useRowPreview,
} from './row-verdicts.ts'
import type { AttendeeImport } from './use-attendee-import.ts'

/**
 * Asks the server what the import would do with each row. Enabled for administrators only, because the response reveals
 * which emails are stored.
 */
export function useAttendeePreview(importing: AttendeeImport, attendees: Attendee[]) {
  const { status } = useAuthStatus(authStatusOnAdmin)
  const { keepKnown, override, run, text, isAnother } = importing
  const settled = useDebounced(attendees)
  const isShown = status?.isAdmin === true && !run.isRunning && (text !== run.text || isAnother)
  const check = useCallback(
    (part: Attendee[], signal: AbortSignal) =>
      call('POST /api/admin/preview-attendees', { body: { attendees: part, keepKnown }, signal }),
    [keepKnown],
  )
  const preview = useRowPreview(isShown && settled.length > 0 ? settled : null, check)
  const isChecked = settled === attendees && preview.verdicts.length === attendees.length
  const isTaken = preview.verdicts.some(
    ({ problem, verdict }) => problem === null || (verdict === 'erased' && override.isOn),
  )
  return { settled, preview, isShown, isRefused: isChecked && attendees.length > 0 && !isTaken }
}

type AttendeePreviewProps = {
  importing: AttendeeImport
  list: AttendeeList
  attendees: Attendee[]
  preview: Preview
  isRefused: boolean
}

export function AttendeePreview(props: AttendeePreviewProps) {
  const { importing, list, attendees, preview, isRefused } = props
  const { text, write, override, keepKnown, setKeepKnown, match } = importing
  const { columns, matching, skipped, isAsked } = list
  const rows = useMemo(() => attendees.map(showRow(attendees)), [attendees])
  if (isAsked || rows.length + skipped.length === 0) return null
  const unknownEvents = preview.verdicts.filter(({ verdict }) => verdict === 'unknown_event').length
  const isDifferent = preview.verdicts.some(({ differences }) => differences.length > 0)
  const eventColumn = columns.find(({ role }) => role === 'eventIdentifier')?.at

  function leaveEventsOut(at: number) {
    match({ ...matching, choices: { ...matching.choices, [at]: null }, isOpen: false })
  }

  return (
    <RowPreview
      preview={preview}
      kinds={attendeeKinds}
      rows={rows}
      skipped={skipped}
      count={rows.length}
      notes={
        <>
          {(isRefused || rows.length === 0) && (
            <p className="text-danger">This list has no rows to import.</p>
          )}
          {unknownEvents > 0 && eventColumn !== undefined && (
            <p className="flex flex-wrap items-center gap-x-2">
              {`${writeCount(unknownEvents, 'row')} with an unknown event.`}
              <Button
                variant="quiet"
                className="px-0! text-small!"
                onClick={() => leaveEventsOut(eventColumn)}
              >
                Ignore the event column
              </Button>
            </p>
          )}
          {findOverCapacity(preview.verdicts).map(({ id, title, ...seats }) => (
            <p key={id} className="text-warning">
              After the import, “<bdi>{title}</bdi>” has {describeSeats(seats)}. To prevent this,
              remove rows or raise the number of seats first.
            </p>
          ))}
          {(isDifferent || !keepKnown) && (
            <Checkbox
              label="Keep known names, companies and job titles"
              description="The import only fills empty fields. Untick this to replace known values with those of the list."
              checked={keepKnown}
              onChange={({ target }) => setKeepKnown(target.checked)}
            />
          )}
        </>
      }
      onCorrect={(email, suggestion) => write(correctEmail(text, email, suggestion))}
      override={override}
      isForEvents
    />
  )
}

/**
 * Returns a function that completes rows of the preview: if an earlier row has the same email but another name, adds
 * that name, to warn the organiser.
 */
function showRow(attendees: Attendee[]) {
  const names = new Map<string, string>()
  for (const attendee of attendees) {
    const email = attendee.email.toLowerCase()
    if (!names.has(email)) names.set(email, nameOf(attendee))
  }
  return (attendee: Attendee) => {
    const { email, line } = attendee
    const name = nameOf(attendee)
    const earlier = names.get(email.toLowerCase())
    return { name, email, line, ...(earlier !== name && { otherName: earlier }) }
  }
}
