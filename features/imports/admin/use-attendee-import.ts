import { useState } from 'react'
import { call, limitMessage } from '#client/api/call.ts'
import { showFailure, showToast } from '#client/ui/toast-store.ts'
import type { AttendeeImportResult } from '#features/imports/contract.ts'
import { useOverride } from './override-box.tsx'
import { readAttendees, type Attendee } from './read-attendees.ts'
import { useImport } from './use-import.ts'

/**
 * The state of the attendee import: its text, its run, and the toasts that say how it ended.
 */
export function useAttendeeImport() {
  const [text, setText] = useState('')
  /** The event of everybody whose row names none; nothing: the library alone. */
  const [eventId, setEventId] = useState<number>()
  const override = useOverride(text)
  const run = useImport<Attendee, AttendeeImportResult>({
    send: ({ rows, ...part }) =>
      call('POST /api/admin/bulk-import-attendees', {
        body: { attendees: rows, ...part, includeErased: override.isOn },
      }),
    onDone({ imported, updated }) {
      showToast({
        title: 'Import Completed',
        description: `Successfully processed ${imported + updated} attendees`,
      })
    },
    onFailed(error) {
      showFailure(
        'Import Failed',
        limitMessage(error) ?? 'Failed to import attendees. Please check your data format.',
      )
    },
  })

  function submit() {
    if (run.isRunning || text.trim() === '') return
    const { attendees, problem } = readAttendees(text)
    if (problem !== null) {
      showFailure('Parse Error', 'Failed to parse CSV data. Please check the format.')
    } else if (attendees.length === 0) {
      showFailure(
        'No Valid Data',
        'Please ensure your CSV has the correct format: First Name, Last Name, Email, Event (optional)',
      )
    } else run.start(registerFor(eventId, attendees), text)
  }

  function reset() {
    setText('')
    setEventId(undefined)
    run.reset()
  }

  return { text, setText, eventId, setEventId, run, submit, reset, override }
}

export type AttendeeImport = ReturnType<typeof useAttendeeImport>

/** The rows with an event for everybody who has none. */
export function registerFor(eventId: number | undefined, attendees: Attendee[]): Attendee[] {
  if (eventId === undefined) return attendees
  const eventIdentifier = String(eventId)
  return attendees.map((attendee) =>
    attendee.eventIdentifier ? attendee : { ...attendee, eventIdentifier },
  )
}
