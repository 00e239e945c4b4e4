import { useMutation } from '@tanstack/react-query'
import { useFormContext, useWatch } from 'react-hook-form'
import { explainSave } from '#client/admin/explain-save.ts'
import { Button } from '#client/ui/button.tsx'
import { showFailure } from '#client/ui/toast-store.ts'
import { VideoThumbnail } from '#features/events/public/video-thumbnail.tsx'
import {
  PictureField,
  PictureFrame,
  PicturePreview,
} from '#features/pictures/admin/picture-field.tsx'
import { findVideoId } from '#kernel/video-link.ts'
import { makeEventPicture } from './draw-event-picture.ts'
import type { EventDraft } from './event-draft.ts'

type EventPictureProps = {
  name: 'bannerImage' | 'featureImage'
  label: string
  required?: boolean
  description: string
  /** URL of the event's recording. While this picture field is empty, its preview shows the recording's thumbnail. */
  videoUrl?: string
}

/** A form field for a picture of an event: an upload, a path of this site, or an https URL. */
export function EventPicture({ name, videoUrl, required = false, ...texts }: EventPictureProps) {
  const { register, setValue, setError, clearErrors, formState } = useFormContext<EventDraft>()
  const address = useWatch<EventDraft, typeof name>({ name })
  const banner = useWatch<EventDraft, 'bannerImage'>({ name: 'bannerImage' })
  return (
    <PictureField
      {...texts}
      required={required}
      input={register(name)}
      placeholder="/images/… or https://…"
      aspect={16 / 9}
      error={formState.errors[name]?.message}
      onProblem={(message) =>
        message === undefined
          ? clearErrors(name)
          : setError(name, { message }, { shouldFocus: true })
      }
      onKept={(picture) =>
        setValue(name, picture.address, { shouldDirty: true, shouldValidate: true })
      }
      preview={
        <EventPicturePreview
          address={address}
          videoUrl={videoUrl}
          banner={name === 'featureImage' ? banner : ''}
        />
      }
    >
      {required && address.trim() === '' && <DrawnPictureButton name={name} />}
    </PictureField>
  )
}

/** A button that draws a picture with the guest's name, for events without a photo. */
function DrawnPictureButton({ name }: Pick<EventPictureProps, 'name'>) {
  const { getValues, setValue } = useFormContext<EventDraft>()
  const speaker = useWatch<EventDraft, 'speakerName'>({ name: 'speakerName' })
  const drawing = useMutation({
    mutationFn: () => makeEventPicture(getValues()),
    onSuccess: ({ address }) =>
      setValue(name, address, { shouldDirty: true, shouldValidate: true }),
    onError: (error) => showFailure('No Picture Created', explainSave(error)),
  })
  return (
    <Button
      variant="secondary"
      className="text-small!"
      disabled={speaker.trim() === ''}
      pending={drawing.isPending}
      onClick={() => drawing.mutate()}
    >
      Create from the guest’s name
    </Button>
  )
}

type EventPicturePreviewProps = { address: string; videoUrl: string | undefined; banner: string }

/** Previews the field's picture; if the field is empty, the recording's thumbnail or the banner. */
function EventPicturePreview({ address, videoUrl, banner }: EventPicturePreviewProps) {
  const shown = address.trim()
  const thumbnail = /^https:\/\/i\.ytimg\.com\/vi\/([\w-]{11})\//.exec(shown)?.[1]
  const id = thumbnail ?? (shown === '' ? findVideoId(videoUrl) : undefined)
  if (!id) return <PicturePreview address={shown || banner} className="aspect-video" />
  return (
    <PictureFrame caption={thumbnail ? '' : "Default: the recording's thumbnail."}>
      <VideoThumbnail videoUrl={`https://youtu.be/${id}`} className="filter-none!" />
    </PictureFrame>
  )
}
