import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { createDraftKeeper } from '#client/admin/use-draft.ts'
import { NotLoaded } from '#client/page/load-failed.tsx'
import { useSite } from '#client/page/use-site.ts'
import { Button } from '#client/ui/button.tsx'
import { textLinkStyle } from '#client/ui/text-link.ts'
import { eventTabPath } from '#features/events/admin/event-places.ts'
import { showNotesOf } from '#features/materials/admin/material-queries.ts'
import { RecordingApproval } from '#features/crew/admin/recording-approval.tsx'
import { transcriptOf } from '#features/transcripts/admin/transcript-draft.ts'
import type { AdminEvent } from '#kernel/event-shapes.ts'
import { formatEventDate } from '#kernel/event-time.ts'
import { RecordingForm } from './recording-form.tsx'
import type { RecordingKeeper } from './use-recording-form.ts'

const keeper: RecordingKeeper = createDraftKeeper()

/** The tab with link, release, transcript, chapters and show notes of the recording, and with its approval. */
export function RecordingTab({ event }: { event: AdminEvent }) {
  return (
    <>
      <Recording event={event} />
      <RecordingApproval eventId={event.id} />
      <p className="mt-12 max-w-3xl border-t border-line pt-6 text-muted">
        Slides, files and links are under{' '}
        <Link
          to={`${eventTabPath(event.id, 'details')}#materials`}
          className={`whitespace-nowrap ${textLinkStyle}`}
        >
          Details › Materials
        </Link>
        .
      </p>
    </>
  )
}

/** The form of the event's recording. Before the event ends, if nothing is stored yet, a button that opens the form. */
function Recording({ event }: { event: AdminEvent }) {
  const { zone } = useSite().site.display
  const query = useQuery(transcriptOf(event.id))
  const notes = useQuery(showNotesOf(event.id))
  const [isEarly, setIsEarly] = useState(false)
  const stored = query.data
  const hasAny =
    event.videoUrl !== null ||
    Boolean(notes.data?.text) ||
    Boolean(stored && (stored.transcript || stored.draft || stored.chapters.length > 0))
  if (event.status !== 'completed' && !isEarly && stored && !hasAny) {
    const date = formatEventDate(event, zone)
    return (
      <div className="grid justify-items-start gap-4">
        <p className="text-muted">
          Add recording link, transcript, chapters and show notes here after the event
          {date ? ` on ${date}.` : '.'}
        </p>
        <Button variant="secondary" onClick={() => setIsEarly(true)}>
          Add them now
        </Button>
      </div>
    )
  }
  return (
    <>
      <NotLoaded query={query} message="The recording could not be loaded." skeleton="h-96" />
      {stored && notes.data && (
        <RecordingForm key={event.id} showNotes={notes.data.text} {...{ event, stored, keeper }} />
      )}
      {stored && (
        <NotLoaded query={notes} message="The show notes could not be loaded." skeleton="h-96" />
      )}
    </>
  )
}
