import { useMemo } from 'react'
import { call } from '#app/api/call.ts'
import { authStatusOnAdmin } from '#app/api/queries.ts'
import { useAuthStatus } from '#app/api/use-auth-status.ts'
import type { Attendee, AttendeeList } from './read-attendees.ts'
import type { Override } from './insist-box.tsx'
import { RowPreview } from './row-preview.tsx'
import { useRowPreview } from './use-row-preview.ts'
import { attendeeKinds } from './verdict-words.ts'

function check(attendees: Attendee[], signal: AbortSignal) {
  return call('POST /api/admin/preview-attendees', { body: { attendees }, signal })
}

type AttendeePreviewProps = {
  list: AttendeeList
  isWanted: boolean
  override: Override
  onCorrect: (email: string, suggestion: string) => void
}

/** What the import would do; only administrators may know who is known here. */
export function AttendeePreview({ list, isWanted, override, onCorrect }: AttendeePreviewProps) {
  const { status } = useAuthStatus(authStatusOnAdmin)
  const { attendees } = list
  const isShown = isWanted && attendees.length > 0 && status?.isAdmin === true
  const preview = useRowPreview(isShown ? attendees : null, check)
  const rows = useMemo(
    () =>
      attendees.map(({ firstName, lastName, email, line }) => ({
        name: `${firstName} ${lastName}`,
        email,
        line,
      })),
    [attendees],
  )
  if (!isShown) return null
  return (
    <RowPreview
      preview={preview}
      kinds={attendeeKinds}
      rows={rows}
      count={rows.length}
      notes={<ListNotes {...list} />}
      onCorrect={onCorrect}
      override={override}
    />
  )
}

function ListNotes({ hasHeader, leftOut }: AttendeeList) {
  const lines = leftOut === 1 ? '1 line' : `${leftOut.toLocaleString('en')} lines`
  return (
    <>
      {hasHeader && <p>The first line is a header and is not imported.</p>}
      {leftOut > 0 && <p>{lines} without first name, last name and email will be left out.</p>}
    </>
  )
}
