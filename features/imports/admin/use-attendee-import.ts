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
    } else run.start(attendees, text)
  }

  function reset() {
    setText('')
    run.reset()
  }

  return { text, setText, run, submit, reset, override }
}

export type AttendeeImport = ReturnType<typeof useAttendeeImport>
