import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useMemo } from 'react'
import { ListField } from '#client/admin/list-field.tsx'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { useDebounced } from '#client/ui/use-debounced.ts'
import { eventChoice } from '#features/events/admin/event-queries.ts'
import { EventSelect } from '#features/events/admin/event-select.tsx'
import { titleInChoice } from '#features/events/admin/title-in-choice.ts'
import { AttendeePreview, useAttendeePreview } from './attendee-preview.tsx'
import { AttendeeResults } from './attendee-results.tsx'
import { ColumnMatching } from './column-matching.tsx'
import { ImportRun } from './import-run.tsx'
import { readAttendees, readList } from './read-attendees.ts'
import { ScrollingLine, ScrollingList } from './scrolling-list.tsx'
import { StatusChoice } from './status-choice.tsx'
import { type AttendeeImport, refuseList, registerFor } from './use-attendee-import.ts'

/**
 * Maximum length in characters of a list that is parsed on every keystroke; longer lists are parsed when
 * typing pauses.
 */
const longestReadAtOnce = 200_000

export function AttendeeImportForm({ importing }: { importing: AttendeeImport }) {
  const { text, write, eventId, setEventId, matching, match, events, run, submit, reset } =
    importing
  const { questions } = importing
  const { isRunning, result } = run
  const settled = useDebounced(text)
  // Parse a short list without delay. The column matching appears above the Import button, and a late
  // appearance would move the button while the organiser presses it.
  const now = text.length > longestReadAtOnce ? settled : text
  const rows = useMemo(() => readList(now), [now])
  const list = useMemo(
    () => readAttendees(rows, matching, events, questions),
    [rows, matching, events, questions],
  )
  const questionNames = useMemo(() => [...new Set(questions?.values())], [questions])
  const attendees = useMemo(() => registerFor(eventId, list.attendees), [list, eventId])
  const { settled: checked, preview, isShown, isRefused } = useAttendeePreview(importing, attendees)

  function press(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isRefused) refuseList()
    else submit()
    const steps = event.currentTarget.querySelectorAll<HTMLElement>('[data-matching] :enabled')
    const next = [...steps].find((step) => 'continue' in step.dataset) ?? steps[0]
    next?.focus()
  }

  return (
    <div className="@container">
      <div className="grid items-start gap-x-8 gap-y-6 @3xl:grid-cols-[18rem_minmax(0,1fr)]">
        <div className="grid min-w-0 gap-6">
          <AttendeeFormat />
          <AvailableEvents />
        </div>
        <form noValidate onSubmit={press} className="grid min-w-0 grid-cols-1 gap-5">
          <ListField
            label="CSV data"
            placeholder="Thandi,Nkosi,thandi@example.com,12,Karoo Coffee,Owner"
            text={text}
            error={describeTrouble(list, now)}
            isDisabled={isRunning}
            onText={write}
            onFile={importing.takeFile}
          />
          <ColumnMatching
            list={list}
            questions={questionNames}
            isDisabled={isRunning}
            onChange={match}
          />
          <StatusChoice list={list} isDisabled={isRunning} onChange={match} />
          <EventSelect
            label="Event for rows without one"
            none="None (video access only)"
            eventId={eventId}
            onChange={setEventId}
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
          {result && !isRunning && (
            <AttendeeResults run={run} result={result} skipped={importing.skipped} />
          )}
          {isShown && (
            <AttendeePreview
              importing={importing}
              list={list}
              attendees={checked}
              preview={preview}
              isRefused={isRefused}
            />
          )}
        </form>
      </div>
    </div>
  )
}

/**
 * Returns the message for lines with an unclosed quotation mark, or for a list in which no email address
 * was found.
 */
function describeTrouble(
  { broken, hasEmails }: { broken: number[]; hasEmails: boolean },
  text: string,
) {
  if (broken.length > 0) {
    const [first] = broken
    const more = broken.length > 1 ? ` (and in ${broken.length - 1} more)` : ''
    return `A quotation mark in line ${first}${more} is not closed. These lines are skipped.`
  }
  const isList = text.trim().split('\n').length > 1
  return isList && !hasEmails ? 'There are no email addresses in this list.' : undefined
}

/** Shows the accepted list format. Keep it in step with the parser, read-attendees.ts. */
function AttendeeFormat() {
  return (
    <section aria-labelledby="csv-format" className="text-small">
      <h2 id="csv-format" className="text-subheading">
        CSV format
      </h2>
      <p className="mt-2">One person per line:</p>
      <p className="mt-1.5 font-mono text-caption">
        First Name, Last Name, Email, Event (optional), Company (optional), Job Title (optional)
      </p>
      <ul className="mt-3 grid list-disc gap-1.5 pl-5 text-muted">
        <li>
          In the column “Event”, enter an event title or ID from the list below. Without an event,
          or with “null”, the person gets video access only.
        </li>
        <li>If your list has other columns, you match them in the next step.</li>
        <li>If a column has the name of a registration form question, its answers are imported.</li>
        <li>
          Known names, companies and job titles are kept. Importing the same file again creates no
          duplicates.
        </li>
        <li>
          The import sends no confirmations. Imported people get reminders, but newsletters only if
          they agreed to updates on this site.
        </li>
      </ul>
    </section>
  )
}

function AvailableEvents() {
  const { data: events, isPending, isError } = useQuery(eventChoice)
  return (
    <section aria-labelledby="available-events" className="text-small">
      <h2 id="available-events" className="text-subheading">
        Event titles and IDs
      </h2>
      {isPending && <Skeleton className="mt-3 h-24" />}
      {isError && <p className="mt-2 text-muted">The events could not be loaded.</p>}
      {events?.length === 0 && <p className="mt-2 text-muted">There are no events yet.</p>}
      {events && events.length > 0 && (
        <ScrollingList label="Events and their IDs" className="mt-3 max-h-44 @3xl:max-h-80">
          {events.map((event) => (
            <ScrollingLine key={event.id} className="flex items-baseline justify-between gap-4">
              <span className="min-w-0">
                {titleInChoice(event)}{' '}
                {'cancelledAt' in event && event.cancelledAt && (
                  <Badge tone="danger">Cancelled</Badge>
                )}
              </span>
              <span className="figures shrink-0 text-muted">ID {event.id}</span>
            </ScrollingLine>
          ))}
        </ScrollingList>
      )}
    </section>
  )
}
