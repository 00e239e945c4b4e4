import { Upload } from 'lucide-react'
import { type DragEvent, useId, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { heicRefused, largestPicture } from '#shared/contract/pictures.ts'
import { lazyDialog } from '#app/ui/code-part.ts'
import { Field } from '#app/ui/field.tsx'
import { Button, buttonStyle } from '#app/ui/button.tsx'
import type { EventDraft } from './event-draft.ts'
import { PicturePreview } from './picture-preview.tsx'

const CropDialog = lazyDialog(async () => (await import('./crop-dialog.tsx')).CropDialog)

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
      className={`grid gap-4 rounded-md sm:grid-cols-[1fr_13rem] ${isOver ? 'outline-2 outline-offset-8 outline-accent outline-dashed' : ''}`}
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
