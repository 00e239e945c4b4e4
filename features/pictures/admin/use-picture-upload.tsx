import { Upload } from 'lucide-react'
import { useId, useState } from 'react'
import { buttonStyle } from '#client/ui/button.tsx'
import { lazyDialog } from '#client/ui/lazy-chunk.ts'
import { largestPicture } from '#features/pictures/contract.ts'
import { heicRefused } from '#kernel/fields.ts'

const CropDialog = lazyDialog(async () => (await import('./crop-dialog.tsx')).CropDialog)

const accepted = 'image/jpeg,image/png,image/webp,image/avif'
const mega = 1024 * 1024

/** A stored picture with its size in pixels. */
export type KeptPicture = { address: string; width: number; height: number }

export type PictureUpload = {
  /** Of what the picture is for: 'Banner image'. */
  label: string
  /** Width by height of what is kept; the picture's own without it. */
  aspect?: number | undefined
  /** Nothing may be chosen. */
  isOff: boolean
  /** What is wrong with the file that was chosen; nothing once another one is right. */
  onProblem: (message: string | undefined) => void
  onKept: (picture: KeptPicture) => void
}

/** The button that uploads a picture, the crop before, and what became of it. */
export function usePictureUpload({ label, aspect, isOff, onProblem, onKept }: PictureUpload) {
  const fileId = useId()
  const [chosen, setChosen] = useState<{ file: File; address: string }>()
  const [kept, setKept] = useState('')

  function choose(file: File | undefined) {
    if (!file || isOff) return
    setKept('')
    const problem = findProblem(file)
    onProblem(problem)
    if (problem === undefined) setChosen({ file, address: URL.createObjectURL(file) })
  }

  function close() {
    if (chosen) URL.revokeObjectURL(chosen.address)
    setChosen(undefined)
  }

  const button = (
    <>
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
    </>
  )
  const dialog = chosen && (
    <CropDialog
      {...chosen}
      label={label}
      aspect={aspect}
      onKept={(picture) => {
        close()
        onKept(picture)
        setKept(`Uploaded, ${picture.width} × ${picture.height} pixels. Save to use it.`)
      }}
      onClose={close}
    />
  )
  return { choose, button, dialog, kept }
}

function findProblem({ size, type, name }: File): string | undefined {
  if (size > largestPicture) {
    return `This picture has ${(size / mega).toFixed(1)} MB. It may have ${largestPicture / mega} MB at most.`
  }
  return /^image\/hei[cf]/.test(type) || /\.hei[cf]$/i.test(name) ? heicRefused : undefined
}
