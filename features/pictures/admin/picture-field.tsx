import { ImageOff, Upload } from 'lucide-react'
import {
  type ComponentProps,
  type DragEvent,
  type ReactNode,
  useEffect,
  useId,
  useState,
} from 'react'
import { buttonStyle } from '#client/ui/button.tsx'
import { Field } from '#client/ui/field.tsx'
import { lazyDialog } from '#client/ui/lazy-chunk.ts'
import { Picture } from '#client/ui/picture.tsx'
import { largestPicture } from '#features/pictures/contract.ts'
import { heicRefused } from '#kernel/fields.ts'

const CropDialog = lazyDialog(async () => (await import('./crop-dialog.tsx')).CropDialog)

const accepted = 'image/jpeg,image/png,image/webp,image/avif'
const mega = 1024 * 1024

/** A stored picture with its size in pixels. */
export type KeptPicture = { address: string; width: number; height: number }

type PictureFieldProps = {
  label: string
  required: boolean
  description: ReactNode
  placeholder: string
  error: string | undefined
  /** Of the field for the address. */
  input: ComponentProps<'input'>
  /** Width by height of what is kept; the picture's own without it. */
  aspect?: number | undefined
  /** What is wrong with the file that was chosen; nothing once another one is right. */
  onProblem: (message: string | undefined) => void
  onKept: (picture: KeptPicture) => void
  preview: ReactNode
  /** Further ways to a picture, beside the upload. */
  children?: ReactNode
}

/** A picture by upload with a crop, or by its address. */
export function PictureField({ label, aspect, input, ...props }: PictureFieldProps) {
  const fileId = useId()
  const [chosen, setChosen] = useState<{ file: File; address: string }>()
  const [isOver, setIsOver] = useState(false)
  const [kept, setKept] = useState('')

  function choose(file: File | undefined) {
    if (!file || input.readOnly) return
    setKept('')
    const problem = findProblem(file)
    props.onProblem(problem)
    if (problem === undefined) setChosen({ file, address: URL.createObjectURL(file) })
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
        setIsOver(!input.readOnly)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
      className={`grid gap-4 rounded-md sm:grid-cols-[1fr_13rem] ${isOver ? 'outline-2 outline-offset-8 outline-accent outline-dashed' : ''}`}
    >
      <div>
        <Field
          {...input}
          label={label}
          required={props.required}
          description={props.description}
          placeholder={props.placeholder}
          spellCheck={false}
          autoComplete="off"
          error={props.error}
        />
        {!input.readOnly && (
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
            {props.children}
            <span className="text-caption text-muted">
              JPEG, PNG, WebP or AVIF, 10 MB at most. You can also drop it here.
            </span>
          </div>
        )}
        <output className="block text-small text-success">{kept}</output>
      </div>
      {props.preview}
      {chosen && (
        <CropDialog
          {...chosen}
          label={label}
          aspect={aspect}
          onKept={(picture) => {
            close()
            props.onKept(picture)
            setKept(`Uploaded, ${picture.width} × ${picture.height} pixels. Save to use it.`)
          }}
          onClose={close}
        />
      )}
    </div>
  )
}

function findProblem({ size, type, name }: File): string | undefined {
  if (size > largestPicture) {
    return `This picture has ${(size / mega).toFixed(1)} MB. It may have ${largestPicture / mega} MB at most.`
  }
  return /^image\/hei[cf]/.test(type) || /\.hei[cf]$/i.test(name) ? heicRefused : undefined
}

type PicturePreviewProps = {
  address: string
  /** Of the picture and of what stands in for it: its proportions. */
  className: string
}

/** What a picture field will show, or why there is nothing to show yet. */
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
          ? 'It is fetched and kept on this site when you save.'
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
