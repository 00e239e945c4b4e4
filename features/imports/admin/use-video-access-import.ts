import { useState } from 'react'
import { call } from '#client/api/call.ts'
import { showFailure, showToast } from '#client/ui/toast-store.ts'
import type { VideoAccessImportResult } from '#features/imports/contract.ts'
import { describeUnreadable, findEmails, type FoundEmail } from './find-emails.ts'
import { useImport, useListText } from './use-import.ts'

export function useVideoAccessImport() {
  const { text, fileName, takeFile, override, ...list } = useListText()
  const [mistake, setMistake] = useState<string>()
  /** Lines with an email that could be read only in part, such as `o'brien@x.org`. They are not imported. */
  const [unreadable, setUnreadable] = useState<FoundEmail[]>([])
  const run = useImport<FoundEmail, VideoAccessImportResult>({
    send: ({ rows, ...part }) =>
      call('POST /api/admin/bulk-import-video-access', {
        body: {
          emails: rows.map(({ email, line }) => ({ email, line })),
          ...part,
          fileName,
          includeErased: override.isOn,
        },
      }),
    onDone({ imported, duplicates }) {
      showToast({
        title: 'Import Complete',
        description: `${imported} emails imported successfully, ${duplicates} duplicates skipped`,
      })
    },
    failure: 'Failed to import emails. Please check your data and try again.',
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
    list.write(next)
    setMistake(undefined)
  }

  const errors = unreadable.map(describeUnreadable)
  const result = run.result && { ...run.result, errors: [...errors, ...run.result.errors] }
  const rows = [...run.rows, ...unreadable]
  return { text, write, takeFile, mistake, run: { ...run, result }, rows, submit, override }
}

export type VideoAccessImport = ReturnType<typeof useVideoAccessImport>
