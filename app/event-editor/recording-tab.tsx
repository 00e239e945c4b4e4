import { TranscriptEditor } from '#features/transcripts/admin/transcript-editor.tsx'
import type { AdminEvent } from '#kernel/event-shapes.ts'

/** The recording of the event: its transcript and chapters. */
export function RecordingTab({ event }: { event: AdminEvent }) {
  return <TranscriptEditor eventId={event.id} />
}
