import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { call, read } from '#client/api/call.ts'
import { showFailure, showToast } from '#client/ui/toast-store.ts'
import { eventChoice } from '#features/events/admin/event-queries.ts'
import type { AttendeeImportResult } from '#features/imports/contract.ts'
import { matchableTitle } from '#features/imports/rules.ts'
import { authStatusOnAdmin, useAuthStatus } from '#features/sign-in/public/session.ts'
import { nameQuestions } from './column-labels.ts'
import {
  type Attendee,
  type Matching,
  readAttendees,
  readList,
  type SkippedRow,
} from './read-attendees.ts'
import { useImport, useListText } from './use-import.ts'

export function useAttendeeImport() {
  const list = useListText()
  const { text, override } = list
  const [matching, setMatching] = useState<Matching>()
  const [keepKnown, setKeepKnown] = useState(true)
  /**
   * True if the organiser changed an option after the import, such as the event. The same text can then be imported
   * again.
   */
  const [isAnother, setIsAnother] = useState(false)
  /** The event to register people for whose row names no event. If undefined, these people get library access only. */
  const [eventId, setEvent] = useState<number>()
  /** Lines of the imported list that the browser did not send, such as lines without an email. */
  const [skipped, setSkipped] = useState<SkippedRow[]>([])
  const { data } = useQuery(eventChoice)
  const events = useMemo(
    () => data && new Set(data.flatMap(({ id, title }) => [String(id), matchableTitle(title)])),
    [data],
  )
  const { status } = useAuthStatus(authStatusOnAdmin)
  const { data: asked } = useQuery({
    ...read('GET /api/admin/form-questions/all'),
    // Only administrators may read the questions, and the page is public.
    enabled: status?.isAdmin === true,
  })
  const questions = useMemo(() => asked && nameQuestions(asked), [asked])
  const run = useImport<Attendee, AttendeeImportResult>({
    send: ({ rows, ...part }) =>
      call('POST /api/admin/bulk-import-attendees', {
        body: {
          attendees: rows,
          ...part,
          fileName: list.fileName,
          includeErased: override.isOn,
          keepKnown,
          withRows: true,
        },
      }),
    onDone({ imported, updated }) {
      if (imported + updated === 0) refuseList()
      else {
        showToast({
          title: 'Import Completed',
          description: `Successfully processed ${imported + updated} attendees`,
        })
      }
    },
    failure: 'Failed to import attendees. Please check your data format.',
  })

  function submit() {
    if (run.isRunning || text.trim() === '') return
    const {
      attendees,
      skipped: left,
      broken,
      isAsked,
      tables,
      table,
    } = readAttendees(readList(text), matching, events, questions)
    if (attendees.length > 0) {
      setIsAnother(false)
      setSkipped(left)
      run.start(registerFor(eventId, attendees), text)
    } else if (broken.length > 0 && left.length === broken.length && !isAsked) {
      showFailure('Parse Error', 'Failed to parse CSV data. Please check the format.')
    } else if (isAsked && tables[table]?.header) {
      showFailure('No Valid Data', 'Match the columns and press Continue, then import.')
    } else refuseList()
  }

  function write(next: string) {
    // Discard the choices about columns when the text is cleared or another list follows an import. Otherwise they
    // would apply to next month's list if that begins with the same rows.
    if (next.trim() === '' || (run.state === 'done' && text === run.text)) setMatching(undefined)
    list.write(next)
  }

  function takeFile(name: string) {
    list.takeFile(name)
    setMatching(undefined)
  }

  function change<Value>(set: (value: Value) => void) {
    return (value: Value) => {
      set(value)
      setIsAnother(true)
    }
  }
  const setEventId = change(setEvent)

  function reset() {
    list.write('')
    takeFile('')
    setKeepKnown(true)
    setEventId(undefined)
    run.reset()
  }

  return {
    text,
    write,
    takeFile,
    eventId,
    setEventId,
    events,
    questions,
    matching,
    match: change(setMatching),
    keepKnown,
    setKeepKnown: change(setKeepKnown),
    isAnother,
    run,
    skipped,
    submit,
    reset,
    override,
  }
}

export type AttendeeImport = ReturnType<typeof useAttendeeImport>

export function refuseList() {
  showFailure(
    'No Valid Data',
    'Please ensure your CSV has the correct format: First Name, Last Name, Email, Event (optional)',
  )
}

/** Registers everyone whose row names no event for the given event; returns the changed rows. */
export function registerFor(eventId: number | undefined, attendees: Attendee[]): Attendee[] {
  if (eventId === undefined) return attendees
  const eventIdentifier = String(eventId)
  return attendees.map((attendee) =>
    attendee.eventIdentifier ? attendee : { ...attendee, eventIdentifier },
  )
}
