import { useState } from 'react'
import { call, limitMessage } from '#client/api/call.ts'
import { showFailure, showToast } from '#client/ui/toast-store.ts'
import type { VideoAccessImportResult } from '#features/imports/contract.ts'
import { describeUnreadable, findEmails, type FoundEmail } from './find-emails.ts'
import { useFileName } from './use-file-name.ts'
import { useOverride } from './override-box.tsx'
import { useImport } from './use-import.ts'

/**
 * The state of the video-access import: its text, its run and its toasts. Specification, "Imports
 * and export".
 */
export function useVideoAccessImport() {
  const [text, setText] = useState('')
  const file = useFileName()
  const override = useOverride(text)
  const [mistake, setMistake] = useState<string>()
  /** Lines of the imported text that could not be read whole. */
  const [unreadable, setUnreadable] = useState<FoundEmail[]>([])
  const run = useImport<FoundEmail, VideoAccessImportResult>({
    send: ({ rows, ...part }) =>
      call('POST /api/admin/bulk-import-video-access', {
        body: {
          emails: rows.map(({ email, line }) => ({ email, line })),
          ...part,
          fileName: file.name,
          includeErased: override.isOn,
        },
      }),
    onDone({ imported, duplicates }) {
      showToast({
        title: 'Import Complete',
        description: `${imported} emails imported successfully, ${duplicates} duplicates skipped`,
      })
    },
    onFailed(error) {
      showFailure(
        'Import Failed',
        limitMessage(error) ?? 'Failed to import emails. Please check your data and try again.',
      )
    },
  })

  function submit() {
    if (run.isRunning) return
    if (text.trim() === '') {
      setMistake('Please enter at least one email')
      return
    }
    const found = findEmails(text)
    if (found.emails.length > 0) {
      setUnreadable(found.unreadable)
      run.start(found.emails, text)
    } else {
      showFailure('No Valid Emails', 'Please enter valid email addresses (one per line)')
    }
  }

  function write(next: string) {
    file.follow(text, next)
    setText(next)
    setMistake(undefined)
  }

  const errors = unreadable.map(describeUnreadable)
  const result = run.result && { ...run.result, errors: [...errors, ...run.result.errors] }
  const rows = [...run.rows, ...unreadable]
  return {
    text,
    write,
    takeFile: file.take,
    mistake,
    run: { ...run, result },
    rows,
    submit,
    override,
  }
}

export type VideoAccessImport = ReturnType<typeof useVideoAccessImport>
