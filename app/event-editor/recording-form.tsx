import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { LeaveGuard } from '#client/admin/draft-guard.tsx'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { Field, TextArea } from '#client/ui/field.tsx'
import { VideoThumbnail } from '#features/events/public/video-thumbnail.tsx'
import { longestNotes } from '#features/materials/contract.ts'
import { SaveBar } from '#features/sign-in/admin/save-bar.tsx'
import { ChaptersField, TranscriptPart } from '#features/transcripts/admin/transcript-part.tsx'
import type { AdminTranscript } from '#features/transcripts/contract.ts'
import type { AdminEvent } from '#kernel/event-shapes.ts'
import { findVideoId } from '#kernel/video-link.ts'
import { FormPart } from './draft-field.tsx'
import { SaveDialog } from './save-dialog.tsx'
import { useRecordingForm, type RecordingKeeper } from './use-recording-form.ts'

type RecordingFormProps = {
  event: AdminEvent
  stored: AdminTranscript
  /** Show notes in Markdown. */
  showNotes: string
  keeper: RecordingKeeper
}

/** The form of an event's recording: link, release, transcript, chapters and show notes with a single save button. */
export function RecordingForm({ event, stored, showNotes, keeper }: RecordingFormProps) {
  const editor = useRecordingForm({ event, stored, showNotes, keeper })
  const { draft, change, warnings } = editor
  const form = useRef<HTMLFormElement>(null)
  const { hash } = useLocation()
  useEffect(() => {
    const field = form.current?.elements.namedItem(hash.slice(1))
    if (field instanceof HTMLElement) field.focus()
  }, [hash])
  const id = findVideoId(draft.videoUrl)
  return (
    <>
      <form
        ref={form}
        noValidate
        aria-label="Recording"
        className="max-w-3xl [&_:focus]:scroll-mb-28"
        onSubmit={(submitted) => {
          submitted.preventDefault()
          editor.submit()
        }}
      >
        <div className="grid gap-10">
          <FormPart title="Recording">
            <div className="grid gap-4 sm:grid-cols-[1fr_13rem]">
              <Field
                name="videoUrl"
                label="Recording link"
                type="url"
                inputMode="url"
                spellCheck={false}
                autoComplete="off"
                maxLength={2000}
                placeholder="https://www.youtube.com/watch?v=…"
                description="A YouTube watch or share link. Visitors never see it."
                hint={
                  draft.videoUrl.trim() !== '' &&
                  (id
                    ? `YouTube video ${id}`
                    : 'No YouTube video was found in this link. Members would see “Video unavailable”.')
                }
                value={draft.videoUrl}
                onChange={({ target }) => change({ videoUrl: target.value })}
              />
              {id && (
                <VideoThumbnail
                  videoUrl={draft.videoUrl}
                  className="self-start rounded-md filter-none!"
                />
              )}
            </div>
            <Checkbox
              name="recordingReady"
              label="Release the recording to members"
              description="After the event, everyone with video access can watch it. Registrants who asked for updates get one email."
              checked={draft.recordingReady}
              onChange={({ target }) => change({ recordingReady: target.checked })}
            />
            {draft.recordingReady && !id && (
              <p className="text-small font-semibold text-danger">
                Add the link of a YouTube video before you release the recording.
              </p>
            )}
          </FormPart>
          <FormPart title="Transcript">
            <TranscriptPart
              key={`${stored.transcript === null} ${editor.saves}`}
              eventId={event.id}
              stored={stored}
              draft={draft}
              onChange={change}
              onRemoved={() => void editor.renew()}
            />
          </FormPart>
          <FormPart title="Chapters">
            <ChaptersField draft={draft} warnings={warnings} onChange={change} />
          </FormPart>
          <FormPart title="Show notes">
            <TextArea
              name="showNotes"
              label="Show notes"
              description="Links and notes, shown on the event’s page after the event and beside the recording. If a line begins with a time, such as 12:05, the recording can be played from there. Format: **bold**, [link text](https://…)."
              placeholder={
                '12:05 The book that Amara recommends\n[Saltline Freight](https://example.org)'
              }
              maxLength={longestNotes}
              value={draft.showNotes}
              onChange={({ target }) => change({ showNotes: target.value })}
            />
          </FormPart>
        </div>
        <SaveBar
          label={warnings.length > 0 ? 'Save anyway' : 'Save changes'}
          problem={editor.problem}
          isAtFields={false}
          isSaving={editor.isSaving}
          mistakes={0}
          standing={editor.isDirtyNow() ? 'Unsaved changes' : 'Everything is saved'}
        />
      </form>
      <LeaveGuard isDirty={editor.isDirtyNow} onLeave={editor.giveUp} />
      {editor.asked && <SaveDialog title={event.title} {...editor.asked} />}
    </>
  )
}
