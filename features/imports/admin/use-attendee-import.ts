import { useState } from 'react'
import { call, limitMessage } from '#client/api/call.ts'
import { showFailure, showToast } from '#client/ui/toast-store.ts'
import type { AttendeeImportResult } from '#features/imports/contract.ts'
import { useOverride } from './override-box.tsx'
import { type Layout, missingOf } from './attendee-columns.ts'
import { describeMissing } from './column-matching.tsx'
import { useFileName } from './use-file-name.ts'
import {
  choiceOf,
  readAttendees,
  type Attendee,
  type AttendeeList,
  type ChosenLayout,
} from './read-attendees.ts'
import { useImport } from './use-import.ts'

/**
 * The state of the attendee import: its text, its run, and the toasts that say how it ended.
 */
export function useAttendeeImport() {
  const [text, setText] = useState('')
  const file = useFileName()
  /** Which column is which, where the organiser said so of this very list. */
  const [chosen, setChosen] = useState<ChosenLayout>()
  /** Whether the same text would be imported otherwise than it was. */
  const [isAnother, setIsAnother] = useState(false)
  /** The event of everybody whose row names none; nothing: the library alone. */
  const [eventId, setEvent] = useState<number>()
  const override = useOverride(text)
  const run = useImport<Attendee, AttendeeImportResult>({
    send: ({ rows, ...part }) =>
      call('POST /api/admin/bulk-import-attendees', {
        body: { attendees: rows, ...part, fileName: file.name, includeErased: override.isOn },
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
    const { attendees, problem, layout } = readAttendees(text, chosen)
    const missing = missingOf(layout.columns)
    if (problem !== null) {
      showFailure('Parse Error', 'Failed to parse CSV data. Please check the format.')
    } else if (attendees.length === 0) {
      showFailure(
        'No Valid Data',
        missing.length > 0
          ? describeMissing(missing)
          : 'Please ensure your CSV has the correct format: First Name, Last Name, Email, Event (optional)',
      )
    } else {
      setIsAnother(false)
      run.start(registerFor(eventId, attendees), text)
    }
  }

  function write(next: string) {
    file.follow(text, next)
    setText(next)
  }

  function takeFile(name: string) {
    file.take(name)
    setChosen(undefined)
  }

  function setEventId(next: number | undefined) {
    setEvent(next)
    setIsAnother(true)
  }

  function matchColumns({ rows }: AttendeeList, layout: Layout) {
    setChosen(choiceOf(rows, layout))
    setIsAnother(true)
  }

  function reset() {
    setText('')
    file.take('')
    setChosen(undefined)
    setEventId(undefined)
    run.reset()
  }

  return {
    text,
    write,
    takeFile,
    eventId,
    setEventId,
    chosen,
    matchColumns,
    isAnother,
    run,
    submit,
    reset,
    override,
  }
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
