import { ImageOff } from 'lucide-react'
import { type ComponentProps, type DragEvent, type ReactNode, useEffect, useState } from 'react'
import { Field } from '#client/ui/field.tsx'
import { Picture } from '#client/ui/picture.tsx'
import { PictureUpload, type PictureUse, usePictureUpload } from './picture-upload.tsx'

type PictureFieldProps = Omit<PictureUse, 'isOff'> & {
  required: boolean
  description: ReactNode
  placeholder: string
  error: string | undefined
  input: ComponentProps<'input'>
  preview: ReactNode
  /** Further controls with which to choose a picture, below upload and URL. */
  children?: ReactNode
}

/** Renders the field for a picture, which can be uploaded and cropped, or named by its URL. */
export function PictureField({ input, ...props }: PictureFieldProps) {
  const isOff = input.readOnly === true
  const upload = usePictureUpload({ ...props, isOff })
  const [isOver, setIsOver] = useState(false)

  function drop(event: DragEvent) {
    event.preventDefault()
    setIsOver(false)
    upload.choose(event.dataTransfer.files[0])
  }

  return (
    <div
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(!isOff)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
      className={`grid gap-4 rounded-md sm:grid-cols-[1fr_13rem] ${isOver ? 'outline-2 outline-offset-8 outline-accent-edge outline-dashed' : ''}`}
    >
      <div>
        <Field
          {...input}
          label={props.label}
          required={props.required}
          description={props.description}
          placeholder={props.placeholder}
          spellCheck={false}
          autoComplete="off"
          error={props.error}
        />
        {!isOff && (
          <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
            <PictureUpload upload={upload} />
            {props.children}
            <span className="text-caption text-muted">
              JPEG, PNG, WebP or AVIF, 10 MB at most. You can also drop it here.
            </span>
          </div>
        )}
        <output className="block text-small text-success">{upload.kept}</output>
      </div>
      {props.preview}
    </div>
  )
}

type PicturePreviewProps = {
  address: string
  /** CSS class that sets the proportions of the picture and of its placeholder. */
  className: string
}

/** Renders the picture at a URL, or the reason why there is none. */
export function PicturePreview({ address, className }: PicturePreviewProps) {
  const shown = address.trim()
  const picture = useSettledPicture(address)
  if (picture && shown.startsWith('/')) {
    return (
      <PictureFrame>
        <Picture
          key={picture}
          src={picture}
          alt=""
          width={1600}
          height={900}
          sizes="13rem"
          className={`w-full ${className}`}
          fallback={
            <Nothing className={className}>There is no picture at this address yet.</Nothing>
          }
        />
      </PictureFrame>
    )
  }
  return (
    <PictureFrame>
      <Nothing className={className}>
        {shown.startsWith('https:')
          ? 'The picture is copied to this site when you save.'
          : 'No picture yet.'}
      </Nothing>
    </PictureFrame>
  )
}

export function PictureFrame({ caption, children }: { caption?: string; children: ReactNode }) {
  return (
    <figure className="min-w-0">
      <div className="overflow-hidden rounded-md border border-line">{children}</div>
      {caption && <figcaption className="mt-1.5 text-caption text-muted">{caption}</figcaption>}
    </figure>
  )
}

function Nothing({ className, children }: { className: string; children: string }) {
  return (
    <div
      className={`grid place-content-center justify-items-center gap-2 bg-sunken p-3 text-center text-caption text-muted ${className}`}
    >
      <ImageOff aria-hidden size={20} />
      {children}
    </div>
  )
}

/** Milliseconds without typing after which a typed URL counts as complete. */
const pause = 400
const picturePath = /^\/(?![/\\]).+\.(avif|webp|jpe?g|png|svg)$/i

/**
 * Returns the typed path of a picture once typing pauses; null if it is no picture's path. Without the pause, each
 * incomplete path would request a missing picture.
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
