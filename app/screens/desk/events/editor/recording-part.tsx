import { useWatch } from 'react-hook-form'
import { findVideoId } from '#shared/video-link.ts'
import { VideoThumbnail } from '#app/components/video-thumbnail.tsx'
import { DraftCheckbox, DraftField } from './draft-field.tsx'
import type { EventDraft } from './event-draft.ts'
import { FormPart } from './form-part.tsx'

/** The recording, its link judged while it is typed. Specification, "Video links". */
export function RecordingPart() {
  const videoUrl = useWatch<EventDraft, 'videoUrl'>({ name: 'videoUrl' })
  const isReady = useWatch<EventDraft, 'recordingReady'>({ name: 'recordingReady' })
  const id = findVideoId(videoUrl)
  const isTyped = videoUrl.trim() !== ''
  return (
    <FormPart title="Recording">
      <div className="grid gap-4 sm:grid-cols-[1fr_13rem]">
        <DraftField
          name="videoUrl"
          label="Recording link"
          type="url"
          inputMode="url"
          spellCheck={false}
          autoComplete="off"
          placeholder="https://www.youtube.com/watch?v=…"
          description="A watch or share link of the video platform. Visitors never see it."
          hint={
            isTyped &&
            (id
              ? `Recognised: video ${id}`
              : 'No video is recognised in this link yet. Members would see “Video unavailable”.')
          }
        />
        {id && (
          <VideoThumbnail videoUrl={videoUrl} className="self-start rounded-md filter-none!" />
        )}
      </div>
      <DraftCheckbox
        name="recordingReady"
        label="Recording ready"
        description="Once the event is completed: it is in the library for everybody with access, and registrants who asked for updates are told by mail, once."
      />
      {isReady && !id && (
        <p className="text-small font-semibold text-danger">
          A recording that is ready needs a link that is recognised.
        </p>
      )}
    </FormPart>
  )
}
