import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useMemo } from 'react'
import { ListField } from '#client/admin/list-field.tsx'
import { call } from '#client/api/call.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { useDebounced } from '#client/ui/use-debounced.ts'
import { eventChoice } from '#features/events/admin/event-queries.ts'
import { EventSelect } from '#features/events/admin/event-select.tsx'
import { titleInChoice } from '#features/events/admin/title-in-choice.ts'
import { authStatusOnAdmin, useAuthStatus } from '#features/sign-in/public/session.ts'
import { withoutEvents } from './attendee-columns.ts'
import { AttendeeResults } from './attendee-results.tsx'
import { ColumnMatching } from './column-matching.tsx'
import { correctEmail } from './correct-email.ts'
import { ImportRun } from './import-run.tsx'
import type { Override } from './override-box.tsx'
import { readAttendees, type Attendee, type AttendeeList } from './read-attendees.ts'
import { RowPreview } from './row-preview.tsx'
import { useRowPreview, attendeeKinds } from './row-verdicts.ts'
import { ScrollingLine, ScrollingList } from './scrolling-list.tsx'
import { type AttendeeImport, registerFor } from './use-attendee-import.ts'

/** In characters. */
const longestReadAtOnce = 200_000

/** The form of the page and of the dashboard's dialog. Specification, "Imports and export". */
export function AttendeeImportForm({ importing }: { importing: AttendeeImport }) {
  const { text, write, eventId, setEventId, chosen, run, submit, reset, override } = importing
  const { isRunning, result } = run
  const settled = useDebounced(text)
  const read = useMemo(() => readAttendees(settled, chosen), [settled, chosen])
  const list = useMemo(
    () => ({ ...read, attendees: registerFor(eventId, read.attendees) }),
    [read, eventId],
  )
  // At once, unless it is long: what comes in above the button moves it under a press.
  const now = text.length > longestReadAtOnce ? settled : text
  const asTyped = useMemo(
    () => (now === settled ? read : readAttendees(now, chosen)),
    [now, settled, read, chosen],
  )

  const isWanted = settled !== run.text || importing.isAnother

  function press(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    submit()
    event.currentTarget.querySelector<HTMLElement>('[data-missing]')?.focus()
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
            placeholder="Thandi,Nkosi,thandi@example.com,12,Karoo Coffee,Owner"
            text={text}
            error={list.problem ?? undefined}
            isDisabled={isRunning}
            onText={write}
            onFile={importing.takeFile}
          />
          <ColumnMatching
            list={asTyped}
            isDisabled={isRunning}
            isDone={!isWanted}
            onChange={(layout) => importing.matchColumns(asTyped, layout)}
          />
          <EventSelect
            label="Register everybody for…"
            none="Nobody: rows without an event get video access only"
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
          {result && !isRunning && <AttendeeResults run={run} result={result} />}
          <AttendeePreview
            list={list}
            isWanted={!isRunning && isWanted}
            override={override}
            onCorrect={(email, suggestion) => write(correctEmail(text, email, suggestion))}
            onWithoutEvents={() => importing.matchColumns(list, withoutEvents(list.layout))}
          />
        </form>
      </div>
    </div>
  )
}

/** How a list of attendees is written; what is read: read-attendees.ts. Specification, "Imports and export". */
function AttendeeFormat() {
  return (
    <section aria-labelledby="csv-format" className="text-small">
      <h2 id="csv-format" className="text-subheading">
        CSV format
      </h2>
      <p className="mt-2">One person per line:</p>
      <p className="mt-1.5 font-mono text-caption text-glow">
        First Name, Last Name, Email, Event (optional), Company (optional), Job Title (optional)
      </p>
      <ul className="mt-3 grid list-disc gap-1.5 pl-5 text-muted">
        <li>
          Event is a title or an ID from the list below. Left empty or <code>null</code>, the person
          gets video access only.
        </li>
        <li>
          Commas, semicolons or tabs; a header row may stand first or below a report’s title lines,
          its columns in any order: lists of Eventbrite, Luma and Zoom are read as they come.
        </li>
        <li>Known people are updated; the same file again imports nobody twice.</li>
        <li>No mail is sent by the import itself.</li>
      </ul>
    </section>
  )
}

/** The list of available events (title and ID). Specification, "Imports and export". */
function AvailableEvents() {
  const { data: events, isPending, isError } = useQuery(eventChoice)
  return (
    <section aria-labelledby="available-events" className="text-small">
      <h2 id="available-events" className="text-subheading">
        Available events
      </h2>
      {isPending && <Skeleton className="mt-3 h-24" />}
      {isError && <p className="mt-2 text-muted">The events could not be loaded.</p>}
      {events?.length === 0 && <p className="mt-2 text-muted">There are no events yet.</p>}
      {events && events.length > 0 && (
        <ScrollingList label="Titles and IDs" className="mt-3 max-h-44 @3xl:max-h-80">
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

function check(attendees: Attendee[], signal: AbortSignal) {
  return call('POST /api/admin/preview-attendees', { body: { attendees }, signal })
}

type AttendeePreviewProps = {
  list: AttendeeList
  isWanted: boolean
  override: Override
  onCorrect: (email: string, suggestion: string) => void
  onWithoutEvents: () => void
}

/** What the import would do; only administrators may know who is known here. */
function AttendeePreview({
  list,
  isWanted,
  override,
  onCorrect,
  onWithoutEvents,
}: AttendeePreviewProps) {
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
      notes={
        <>
          <ListNotes {...list} />
          <UnknownEvents
            count={preview.verdicts.filter(({ verdict }) => verdict === 'unknown_event').length}
            onWithoutEvents={onWithoutEvents}
          />
        </>
      }
      onCorrect={onCorrect}
      override={override}
      isForEvents
    />
  )
}

function ListNotes({ header, leftOut }: AttendeeList) {
  const lines = leftOut === 1 ? '1 line' : `${leftOut.toLocaleString('en')} lines`
  return (
    <>
      {header?.isFirst && <p>The first line is a header and is not imported.</p>}
      {header?.isFirst === false && (
        <p>Line {header.line} is the header. It and what stands above it are not imported.</p>
      )}
      {leftOut > 0 && <p>{lines} without first name, last name and email will be left out.</p>}
    </>
  )
}

type UnknownEventsProps = { count: number; onWithoutEvents: () => void }

/** Other systems name their own events, which are none of ours. */
function UnknownEvents({ count, onWithoutEvents }: UnknownEventsProps) {
  if (count === 0) return null
  return (
    <p className="flex flex-wrap items-center gap-x-2">
      {count === 1 ? '1 row names' : `${count.toLocaleString('en')} rows name`} an event that is not
      here.
      <Button variant="quiet" className="px-0! text-small!" onClick={onWithoutEvents}>
        Leave the event column out
      </Button>
    </p>
  )
}
