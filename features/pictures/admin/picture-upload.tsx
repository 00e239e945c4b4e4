import { Upload } from 'lucide-react'
import { useId, useState } from 'react'
import { buttonStyle } from '#client/ui/button.tsx'
import { lazyDialog } from '#client/ui/lazy-chunk.ts'
import { largestPicture } from '#features/pictures/contract.ts'
import { heicRefused } from '#kernel/fields.ts'

const CropDialog = lazyDialog(async () => (await import('./crop-dialog.tsx')).CropDialog)

const accepted = 'image/jpeg,image/png,image/webp,image/avif'
const mega = 1024 * 1024

export type KeptPicture = { address: string; width: number; height: number }

export type PictureUse = {
  /** Label of the picture's field, e.g. 'Banner image'. */
  label: string
  /** Ratio of width to height of the crop; by default, that of the picture. */
  aspect?: number | undefined
  isOff: boolean
  /**
   * Called with an error message if the chosen file cannot be uploaded, and with undefined when the message no longer
   * applies.
   */
  onProblem: (message: string | undefined) => void
  onKept: (picture: KeptPicture) => void
}

/** Returns the state of an upload, for `PictureUpload` to render. */
export function usePictureUpload({ label, aspect, isOff, onProblem, onKept }: PictureUse) {
  const [chosen, setChosen] = useState<{ file: File; address: string }>()
  const [kept, setKept] = useState('')

  function close() {
    if (chosen) URL.revokeObjectURL(chosen.address)
    setChosen(undefined)
  }

  return {
    label,
    aspect,
    chosen,
    kept,
    choose(file: File | undefined) {
      if (!file || isOff) return
      setKept('')
      const problem = findProblem(file)
      onProblem(problem)
      if (problem === undefined) setChosen({ file, address: URL.createObjectURL(file) })
    },
    close,
    keep(picture: KeptPicture) {
      close()
      onKept(picture)
      setKept(`Uploaded, ${picture.width} × ${picture.height} pixels. Save to use it.`)
    },
  }
}

type PictureUploadProps = { upload: ReturnType<typeof usePictureUpload> }

export function PictureUpload({ upload }: PictureUploadProps) {
  const { label, aspect, chosen, choose, close, keep } = upload
  const fileId = useId()
  return (
    <>
      <input
        id={fileId}
        type="file"
        accept={accepted}
        className="peer sr-only"
        onChange={({ currentTarget }) => {
          choose(currentTarget.files?.[0])
          // Reset the input, so that the same file can be chosen again.
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
      {chosen && (
        <CropDialog {...chosen} label={label} aspect={aspect} onKept={keep} onClose={close} />
      )}
    </>
  )
}

function findProblem({ size, type, name }: File): string | undefined {
  if (size > largestPicture) {
    return `This picture has ${(size / mega).toFixed(1)} MB. It may have ${largestPicture / mega} MB at most.`
  }
  return /^image\/hei[cf]/.test(type) || /\.hei[cf]$/i.test(name) ? heicRefused : undefined
}
