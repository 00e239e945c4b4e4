import { useState } from 'react'
import type { AttendeeImportResult } from '#shared/contract/imports.ts'
import { call, limitMessage } from '#app/api/call.ts'
import { showToast } from '#app/ui/toast-store.ts'
import { readAttendees, type Attendee } from './read-attendees.ts'
import { useImport } from './use-import.ts'
import { useOverride } from './use-insisting.ts'

/**
 * The state of the attendee import: its text, its run, and the specified toasts. Sections 5 and 8.
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
      showToast({
        title: 'Import Failed',
        description:
          limitMessage(error) ?? 'Failed to import attendees. Please check your data format.',
        variant: 'destructive',
      })
    },
  })

  function submit() {
    if (run.isRunning || text.trim() === '') return
    const { attendees, problem } = readAttendees(text)
    if (problem !== null) {
      showToast({
        title: 'Parse Error',
        description: 'Failed to parse CSV data. Please check the format.',
        variant: 'destructive',
      })
    } else if (attendees.length === 0) {
      showToast({
        title: 'No Valid Data',
        description:
          'Please ensure your CSV has the correct format: First Name, Last Name, Email, Event (optional)',
        variant: 'destructive',
      })
    } else run.start(attendees, text)
  }

  function reset() {
    setText('')
    run.reset()
  }

  return { text, setText, run, submit, reset, override }
}

export type AttendeeImport = ReturnType<typeof useAttendeeImport>
