import { useWatch } from 'react-hook-form'
import { eventLimits } from '#features/events/contract.ts'
import { VideoThumbnail } from '#features/events/public/video-thumbnail.tsx'
import { findVideoId } from '#kernel/video-link.ts'
import { ChoiceField, DraftField, FormPart, DraftCheckbox } from './draft-field.tsx'
import type { EventDraft } from './event-draft.ts'
import { EventPicture } from './event-picture.tsx'
import { GuestFields, MeetingLinkField } from './guest-fields.tsx'
import { PublishingPart } from './publishing-part.tsx'
import { TimesPart } from './times-part.tsx'

const statuses = [
  {
    value: 'pre_registration',
    label: 'Pre-registration',
    description: 'Shown under Future Events. Visitors can ask to be notified of the date.',
  },
  {
    value: 'upcoming',
    label: 'Upcoming',
    description: 'Shown under Upcoming Events, open for registration.',
  },
  {
    value: 'completed',
    label: 'Completed',
    description: 'Shown under Previous Interviews.',
  },
]

const zoomChoices = [
  {
    value: 'webinar',
    label: 'Webinar',
    description: 'Needs the Zoom Webinars add-on. Switch off the confirmation email in Zoom.',
  },
  {
    value: 'meeting',
    label: 'Meeting',
    description:
      'Works with any paid Zoom plan. In Zoom, switch on registration and switch off the confirmation email.',
  },
]

/** All fields of the event form. */
export function EventFields({ isNew }: { isNew: boolean }) {
  const videoUrl = useWatch<EventDraft, 'videoUrl'>({ name: 'videoUrl' })
  const hasRecording = findVideoId(videoUrl) !== undefined
  return (
    <div className="grid gap-10">
      <FormPart title="Title and guest">
        <DraftField
          name="title"
          label="Title"
          maxLength={eventLimits.title}
          description="Default: “Exclusive Interview”."
        />
        <GuestFields />
        <DraftField
          name="tags"
          label="Tags"
          maxLength={10 * (eventLimits.tag + 2)}
          description="Up to ten topics, separated by commas. Visitors can filter events by them."
        />
      </FormPart>
      <TimesPart />
      <FormPart title="Home page">
        {isNew && <ChoiceField name="status" legend="Status" choices={statuses} />}
        <DraftField
          name="priority"
          label="Priority"
          type="number"
          step={1}
          required
          className="sm:max-w-xs"
          description="Order on the home page. Lowest number first."
        />
      </FormPart>
      <FormPart title="Registration">
        <DraftField
          name="capacity"
          label="Seats"
          type="number"
          min={1}
          step={1}
          className="sm:max-w-xs"
          description="Leave empty for no limit. When all seats are taken, visitors can join a waiting list. A lower number cancels no registrations."
        />
      </FormPart>
      <PublishingPart />
      <FormPart title="Pictures">
        <EventPicture
          name="bannerImage"
          label="Banner image"
          required
          description="For the card and link previews. 16:9, at least 1600 pixels wide."
        />
        <EventPicture
          name="featureImage"
          label="Feature image"
          videoUrl={videoUrl}
          description={
            hasRecording
              ? "Shown among the previous interviews. Default: the recording's thumbnail."
              : 'Shown among the previous interviews. Default: the banner image.'
          }
        />
      </FormPart>
      <FormPart title="Where it takes place">
        <MeetingLinkField />
        <DraftField
          name="webinarId"
          label="Webinar ID"
          inputMode="numeric"
          maxLength={40}
          autoComplete="off"
          placeholder="912 3456 7890"
          className="max-w-sm"
          description="The number of the webinar or meeting in Zoom. People who register here are registered in Zoom automatically."
        />
        <ChoiceField name="webinarKind" legend="Zoom type" choices={zoomChoices} />
      </FormPart>
      {isNew && <RecordingPart />}
    </div>
  )
}

/** The fields of the recording. The URL is validated while the administrator types. */
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
          description="A YouTube watch or share link. Visitors never see it."
          hint={
            isTyped &&
            (id
              ? `YouTube video ${id}`
              : 'No YouTube video was found in this link. Members would see “Video unavailable”.')
          }
        />
        {id && (
          <VideoThumbnail videoUrl={videoUrl} className="self-start rounded-md filter-none!" />
        )}
      </div>
      <DraftCheckbox
        name="recordingReady"
        label="Release the recording to members"
        description="After the event, everyone with video access can watch it. Registrants who asked for updates get one email."
      />
      {isReady && !id && (
        <p className="text-small font-semibold text-danger">
          Add the link of a YouTube video before you release the recording.
        </p>
      )}
    </FormPart>
  )
}
