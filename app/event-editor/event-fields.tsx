import { useWatch } from 'react-hook-form'
import { eventLimits } from '#features/events/contract.ts'
import { VideoThumbnail } from '#features/events/public/video-thumbnail.tsx'
import { findVideoId } from '#kernel/video-link.ts'
import { ChoiceField, DraftField, DraftText, FormPart, DraftCheckbox } from './draft-field.tsx'
import type { EventDraft } from './event-draft.ts'
import { EventPicture } from './event-picture.tsx'
import { PublishingPart } from './publishing-part.tsx'
import { TimesPart } from './times-part.tsx'

const statuses = [
  {
    value: 'pre_registration',
    label: 'Pre-registration',
    description: 'Under Future Events. People ask to be told the date.',
  },
  {
    value: 'upcoming',
    label: 'Upcoming',
    description: 'Under Upcoming Events, open for registration as soon as visitors see it.',
  },
  {
    value: 'completed',
    label: 'Completed',
    description: 'Under Previous Interviews, for an interview that is over.',
  },
]

const zoomChoices = [
  {
    value: 'webinar',
    label: 'Webinar',
    description: 'Needs the Webinar add-on. Switch its own confirmation mail off.',
  },
  {
    value: 'meeting',
    label: 'Meeting',
    description:
      'Any paid plan. Registration is switched on in it, and its own confirmation mail off.',
  },
]

/** All fields of an event's form. */
export function EventFields({ isNew }: { isNew: boolean }) {
  const videoUrl = useWatch<EventDraft, 'videoUrl'>({ name: 'videoUrl' })
  const hasRecording = findVideoId(videoUrl) !== undefined
  return (
    <div className="grid gap-10">
      <FormPart title="The conversation">
        <DraftField
          name="title"
          label="Title"
          maxLength={eventLimits.title}
          description="Left empty it is “Exclusive Interview”."
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <DraftField name="speakerName" label="Speaker name" maxLength={120} required />
          <DraftField name="speakerTitle" label="Speaker title" maxLength={120} required />
        </div>
        <DraftText
          name="description"
          label="Description"
          maxLength={eventLimits.description}
          description="Cards show the first three lines, link previews the first 120 characters."
          required
        />
      </FormPart>
      <TimesPart />
      <FormPart title="On the landing page">
        {isNew && <ChoiceField name="status" legend="Status" choices={statuses} />}
        <DraftField
          name="priority"
          label="Priority"
          type="number"
          step={1}
          required
          className="max-w-xs"
          description="Lower comes first. The landing page shows the first two upcoming and the first two future events; equal numbers go by their start."
        />
      </FormPart>
      <PublishingPart isNew={isNew} />
      <FormPart title="Pictures">
        <EventPicture
          name="bannerImage"
          label="Banner image"
          required
          description="On the card and in link previews, 16:9, best 1600 pixels wide or more."
        />
        <EventPicture
          name="featureImage"
          label="Feature image"
          videoUrl={videoUrl}
          description={
            hasRecording
              ? "Optional. Shown among the previous interviews. Default: the recording's thumbnail."
              : 'Optional. Shown among the previous interviews. Default: the banner image.'
          }
        />
      </FormPart>
      <FormPart title="Room or webinar">
        <DraftField
          name="roomUrl"
          label="Room address"
          type="url"
          maxLength={2000}
          autoComplete="off"
          placeholder="https://meet.google.com/abc-defg-hij"
          description="A Google Meet, Jitsi, Teams or other room. It is the same for everybody, so nobody is shown it before the doors open: join links lead there whoever has no webinar seat of their own. Changing it needs no new mail."
        />
        <DraftField
          name="webinarId"
          label="Webinar ID"
          inputMode="numeric"
          maxLength={40}
          autoComplete="off"
          placeholder="912 3456 7890"
          className="max-w-sm"
          description="Of a webinar or meeting in Zoom, where registrants get a seat of their own. Spaces do not matter; empty maps it to none."
        />
        <ChoiceField name="webinarKind" legend="In Zoom it is a" choices={zoomChoices} />
      </FormPart>
      {isNew && <RecordingPart />}
    </div>
  )
}

/** The recording's link, validated while the administrator types. */
function RecordingPart() {
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
        label="Release the recording to members"
        description="Once the event is completed, everyone with access can watch it. Registrants who asked for updates get one email."
      />
      {isReady && !id && (
        <p className="text-small font-semibold text-danger">
          Add a recognised link before you release the recording.
        </p>
      )}
    </FormPart>
  )
}
