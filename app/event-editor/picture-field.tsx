import { Upload, ImageOff } from 'lucide-react'
import { type DragEvent, useId, useState, type ReactNode, useEffect } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { Button, buttonStyle } from '#client/ui/button.tsx'
import { Field } from '#client/ui/field.tsx'
import { lazyDialog } from '#client/ui/lazy-chunk.ts'
import { Picture } from '#client/ui/picture.tsx'
import { VideoThumbnail } from '#features/events/public/video-thumbnail.tsx'
import { largestPicture } from '#features/pictures/contract.ts'
import { heicRefused } from '#kernel/fields.ts'
import { findVideoId } from '#kernel/video-link.ts'
import type { EventDraft } from './event-draft.ts'

const CropDialog = lazyDialog(
  async () => (await import('#features/pictures/admin/crop-dialog.tsx')).CropDialog,
)

const accepted = 'image/jpeg,image/png,image/webp,image/avif'
const mega = 1024 * 1024

type PictureFieldProps = {
  name: 'bannerImage' | 'featureImage'
  label: string
  required?: boolean
  description: string
  /** Whose thumbnail is taken while the field is empty. */
  videoUrl?: string
}

/** A picture by upload with a crop, by a path of this site, or by an https address. */
export function PictureField({ name, label, description, ...props }: PictureFieldProps) {
  const { register, setValue, setFocus, setError, clearErrors, formState } =
    useFormContext<EventDraft>()
  const address = useWatch<EventDraft, typeof name>({ name })
  const banner = useWatch<EventDraft, 'bannerImage'>({ name: 'bannerImage' })
  const fileId = useId()
  const [chosen, setChosen] = useState<{ file: File; address: string }>()
  const [isOver, setIsOver] = useState(false)
  const [kept, setKept] = useState('')

  function choose(file: File | undefined) {
    if (!file) return
    setKept('')
    if (file.size > largestPicture) {
      const size = (file.size / mega).toFixed(1)
      const message = `This picture has ${size} MB. It may have ${largestPicture / mega} MB at most.`
      setError(name, { message }, { shouldFocus: true })
      return
    }
    if (/^image\/hei[cf]/.test(file.type) || /\.hei[cf]$/i.test(file.name)) {
      setError(name, { message: heicRefused }, { shouldFocus: true })
      return
    }
    clearErrors(name)
    setChosen({ file, address: URL.createObjectURL(file) })
  }

  function close() {
    if (chosen) URL.revokeObjectURL(chosen.address)
    setChosen(undefined)
  }

  function drop(event: DragEvent) {
    event.preventDefault()
    setIsOver(false)
    choose(event.dataTransfer.files[0])
  }

  return (
    <div
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
      className={`grid gap-4 rounded-md sm:grid-cols-[1fr_13rem] ${isOver ? 'outline-2 outline-offset-8 outline-accent-edge outline-dashed' : ''}`}
    >
      <div>
        <Field
          {...register(name)}
          label={label}
          required={props.required ?? false}
          description={description}
          placeholder="/images/… or https://…"
          spellCheck={false}
          autoComplete="off"
          error={formState.errors[name]?.message}
        />
        <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
          <input
            id={fileId}
            type="file"
            accept={accepted}
            className="peer sr-only"
            onChange={({ currentTarget }) => {
              choose(currentTarget.files?.[0])
              // So that the same file can be chosen again.
              currentTarget.value = ''
            }}
          />
          <label
            htmlFor={fileId}
            className={buttonStyle(
              'secondary',
              'medium',
              'cursor-pointer px-4! text-small! outline-offset-3 outline-glow peer-focus-visible:outline-3',
            )}
          >
            <Upload aria-hidden size={16} />
            Upload <span className="sr-only">{label.toLowerCase()}</span>
          </label>
          {name !== 'bannerImage' && address === '' && banner !== '' && (
            <Button
              variant="secondary"
              className="px-4! text-small!"
              onClick={() => {
                setValue(name, banner, { shouldDirty: true, shouldValidate: true })
                setFocus(name)
              }}
            >
              Use the banner image
            </Button>
          )}
          <span className="text-caption text-muted">
            JPEG, PNG, WebP or AVIF, 10 MB at most. You can also drop it here.
          </span>
        </div>
        <output className="block text-small text-success">{kept}</output>
      </div>
      <PicturePreview address={address} videoUrl={props.videoUrl} />
      {chosen && (
        <CropDialog
          {...chosen}
          label={label}
          onKept={({ address: stored, width, height }) => {
            close()
            setValue(name, stored, { shouldDirty: true, shouldValidate: true })
            setKept(`Uploaded, ${width} × ${height} pixels. Save to use it.`)
          }}
          onClose={close}
        />
      )}
    </div>
  )
}

type PicturePreviewProps = {
  address: string
  /** Whose thumbnail is taken without an address. */
  videoUrl?: string | undefined
}

/** What a picture field will show, or why there is nothing to show yet. */
function PicturePreview({ address, videoUrl }: PicturePreviewProps) {
  const shown = address.trim()
  const picture = useSettledPicture(address)
  if (picture && shown.startsWith('/')) {
    return (
      <Frame caption="">
        <Picture
          key={picture}
          src={picture}
          alt=""
          width={1600}
          height={900}
          sizes="13rem"
          className="aspect-video w-full"
          fallback={<Nothing>There is no picture at this address yet.</Nothing>}
        />
      </Frame>
    )
  }
  const thumbnail = /^https:\/\/i\.ytimg\.com\/vi\/([\w-]{11})\//.exec(shown)?.[1]
  const id = thumbnail ?? (shown === '' ? findVideoId(videoUrl) : undefined)
  if (id) {
    return (
      <Frame caption={thumbnail ? '' : "The recording's thumbnail, because the field is empty."}>
        <VideoThumbnail videoUrl={`https://youtu.be/${id}`} className="filter-none!" />
      </Frame>
    )
  }
  return (
    <Frame caption="">
      <Nothing>
        {shown.startsWith('https:')
          ? 'It is fetched and kept on this site when you save.'
          : 'No picture yet.'}
      </Nothing>
    </Frame>
  )
}

function Frame({ caption, children }: { caption: string; children: ReactNode }) {
  return (
    <figure className="min-w-0">
      <div className="overflow-hidden rounded-md border border-line">{children}</div>
      {caption && <figcaption className="mt-1.5 text-caption text-muted">{caption}</figcaption>}
    </figure>
  )
}

function Nothing({ children }: { children: string }) {
  return (
    <div className="grid aspect-video place-content-center justify-items-center gap-2 bg-sunken p-3 text-center text-caption text-muted">
      <ImageOff aria-hidden size={20} />
      {children}
    </div>
  )
}

/** A pause this long, in milliseconds, means that the address is typed. */
const pause = 400
const picturePath = /^\/(?![/\\]).+\.(avif|webp|jpe?g|png|svg)$/i

/**
 * The site path of a picture once it is typed; null for what is none. Nothing is asked for while
 * somebody types: each letter would be another picture that is not there.
 */
export function useSettledPicture(address: string): string | null {
  const typed = address.trim()
  const [settled, setSettled] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), pause)
    return () => clearTimeout(timer)
  }, [typed])
  return picturePath.test(settled) ? settled : null
}
