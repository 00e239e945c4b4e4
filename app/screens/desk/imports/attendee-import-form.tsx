import { type FormEvent, useMemo } from 'react'
import { Button } from '#app/ui/button.tsx'
import { AttendeeFormat } from './attendee-format.tsx'
import { AttendeePreview } from './attendee-preview.tsx'
import { AttendeeResults } from './attendee-results.tsx'
import { AvailableEvents } from './available-events.tsx'
import { correctEmail } from './correct-email.ts'
import { ImportRun } from './import-run.tsx'
import { ListField } from '#app/screens/desk/parts/list-field.tsx'
import { readAttendees } from './read-attendees.ts'
import type { AttendeeImport } from './use-attendee-import.ts'
import { useSettled } from '#app/ui/use-settled.ts'

/** The form of the page and of the dashboard's dialog. Specification, "Imports and export". */
export function AttendeeImportForm({ importing }: { importing: AttendeeImport }) {
  const { text, setText, run, submit, reset, override } = importing
  const { isRunning, result } = run
  const settled = useSettled(text)
  const list = useMemo(() => readAttendees(settled), [settled])

  function press(event: FormEvent) {
    event.preventDefault()
    submit()
  }

  return (
    <div className="@container">
      <div className="grid items-start gap-x-8 gap-y-6 @3xl:grid-cols-[18rem_minmax(0,1fr)]">
        <div className="grid min-w-0 gap-6">
          <AttendeeFormat />
          <AvailableEvents />
        </div>
        <form noValidate onSubmit={press} className="grid min-w-0 gap-5">
          <ListField
            label="CSV data"
            placeholder="Thandi,Nkosi,thandi@example.com,12,Karoo Coffee,Founder"
            text={text}
            error={list.problem ?? undefined}
            isDisabled={isRunning}
            onText={setText}
          />
          <div className="flex flex-wrap gap-3">
            <Button type="submit" disabled={text.trim() === ''} pending={isRunning}>
              {isRunning ? 'Importing...' : 'Import Attendees'}
            </Button>
            <Button variant="secondary" disabled={isRunning} onClick={reset}>
              Reset
            </Button>
          </div>
          <ImportRun run={run} />
          {result && !isRunning && <AttendeeResults run={run} result={result} />}
          <AttendeePreview
            list={list}
            isWanted={!isRunning && settled !== run.text}
            override={override}
            onCorrect={(email, suggestion) => setText(correctEmail(text, email, suggestion))}
          />
        </form>
      </div>
    </div>
  )
}
