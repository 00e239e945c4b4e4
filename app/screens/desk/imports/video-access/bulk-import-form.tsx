import { type FormEvent, useDeferredValue, useMemo } from 'react'
import { correctEmail } from '#app/screens/desk/imports/correct-email.ts'
import { ImportRun } from '#app/screens/desk/imports/import-run.tsx'
import { ListField } from '#app/screens/desk/parts/list-field.tsx'
import { Button } from '#app/ui/button.tsx'
import { findEmails, splitCrowdedLines } from './find-emails.ts'
import { Instructions } from './instructions.tsx'
import type { VideoAccessImport } from './use-video-access-import.ts'
import { ViewerPreview } from './viewer-preview.tsx'
import { ViewerResults } from './viewer-results.tsx'

/**
 * The list of e-mails, what importing it would do, and what came of it. Specification, "Imports and
 * export".
 */
export function BulkImportForm({ importing }: { importing: VideoAccessImport }) {
  const { text, write, mistake, run, submit, override } = importing
  const deferred = useDeferredValue(text)
  const found = useMemo(() => findEmails(deferred), [deferred])

  function press(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    submit()
    if (text.trim() === '') event.currentTarget.querySelector('textarea')?.focus()
  }

  return (
    <div className="@container">
      <div className="grid items-start gap-x-8 gap-y-6 @3xl:grid-cols-[18rem_minmax(0,1fr)]">
        <div className="min-w-0">
          <Instructions />
        </div>
        <form noValidate onSubmit={press} className="grid min-w-0 gap-5">
          <ListField
            label="Emails"
            placeholder="thandi@example.com"
            text={text}
            error={mistake}
            isDisabled={run.isRunning}
            onText={write}
          />
          <div>
            <Button type="submit" pending={run.isRunning}>
              {run.isRunning ? 'Importing...' : `Import ${found.emails.length} Emails`}
            </Button>
          </div>
          <ImportRun run={run} />
          {run.result && !run.isRunning && <ViewerResults rows={run.rows} result={run.result} />}
          <ViewerPreview
            found={found}
            isWanted={!run.isRunning && deferred !== run.text}
            override={override}
            onCorrect={(email, suggestion) => write(correctEmail(text, email, suggestion))}
            onSplit={() => write(splitCrowdedLines(text))}
          />
        </form>
      </div>
    </div>
  )
}
