import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call, serverMessage } from '#client/api/call.ts'
import { Button } from '#client/ui/button.tsx'
import {
  type KeptPicture,
  PictureUpload,
  usePictureUpload,
} from '#features/pictures/admin/picture-upload.tsx'
import { deriveColours, type Mode } from '#kernel/look-colours.ts'
import type { Look } from '#kernel/look.ts'
import { checkLogo, recolourLogo } from './logo-versions.ts'

type LogoUploadProps = { look: Look; onChange: (logo: Look['logo']) => void }
type LogoPicture = NonNullable<Look['logo']>[Mode]

const modes = ['light', 'dark'] as const

/**
 * Renders the field for the logo, which must be readable in light and dark mode. If the uploaded logo is not, recolours
 * a grey logo, and otherwise asks for a second file.
 */
export function LogoUpload({ look, onChange }: LogoUploadProps) {
  const { logo } = look
  const [refused, setRefused] = useState<string>()
  /** Colour modes for which the administrator must upload another file of the logo, in this order. */
  const [[missing, ...others], setMissing] = useState<Mode[]>([])
  const [note, setNote] = useState('')
  const backgrounds = {
    light: deriveColours(look.accent, 'light').canvas,
    dark: deriveColours(look.accent, 'dark').canvas,
  }
  const making = useMutation({
    async mutationFn(picture: LogoPicture) {
      const canvas = await drawPicture(picture)
      const pixels = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height)
      const { isReadable, isGrey } = checkLogo(pixels.data, backgrounds)
      const unreadable = modes.filter((mode) => !isReadable[mode])
      const made = { light: picture, dark: picture }
      if (!isGrey) return { logo: made, unreadable, derived: [] }
      for (const mode of unreadable) made[mode] = await uploadRecoloured(canvas, pixels, mode)
      return { logo: made, unreadable: [], derived: unreadable }
    },
    onSuccess({ logo: made, unreadable, derived }) {
      onChange(made)
      setMissing(unreadable)
      const names = derived.join(' and ')
      setNote(names && `A version for ${names} backgrounds was made from your logo.`)
    },
  })
  const first = useLogoUpload('Logo', setRefused, (picture) => making.mutate(picture))
  const second = useLogoUpload(`Logo for ${missing} backgrounds`, setRefused, (picture) => {
    if (!logo || !missing) return
    onChange({ ...logo, [missing]: picture })
    setMissing(others)
    setNote('')
  })
  const problem =
    refused ?? (making.error && (serverMessage(making.error) ?? 'The logo could not be read.'))
  return (
    <section aria-labelledby="logo-upload">
      <h3 id="logo-upload" className="font-semibold">
        Logo
      </h3>
      <p className="mt-0.5 text-small text-muted">
        Optional. Landscape, with a transparent background. Default: the series name.
      </p>
      {logo && (
        <ul aria-label="Logo versions" className="mt-3 grid grid-cols-2 gap-3">
          {modes.map((mode) => (
            <li
              key={mode}
              className="grid h-20 place-items-center rounded-md border border-line px-4"
              style={{ background: backgrounds[mode] }}
            >
              <img
                src={logo[mode].src}
                alt={`Logo on ${mode} backgrounds`}
                className="max-h-9 max-w-full object-contain"
              />
            </li>
          ))}
        </ul>
      )}
      {missing && (
        <div role="alert" className="mt-3 grid justify-items-start gap-3">
          <p className="text-small font-medium">
            {`This logo is hard to see on ${missing} backgrounds. Upload a version for them.`}
          </p>
          <PictureUpload upload={second} />
        </div>
      )}
      <div className="mt-3 flex flex-wrap items-center gap-3">
        <PictureUpload upload={first} />
        {logo && (
          <Button
            variant="quiet"
            className="px-1! text-small!"
            onClick={() => {
              onChange(undefined)
              setMissing([])
              setNote('')
            }}
          >
            Remove logo
          </Button>
        )}
      </div>
      <output className="block text-small text-muted">
        {making.isPending ? 'Checking...' : note}
      </output>
      {problem && (
        <p role="alert" className="mt-2 text-small font-medium text-danger">
          {problem}
        </p>
      )}
    </section>
  )
}

function useLogoUpload(
  label: string,
  onProblem: (message: string | undefined) => void,
  onKept: (picture: LogoPicture) => void,
) {
  return usePictureUpload({
    label,
    isOff: false,
    onProblem,
    onKept: ({ address, width, height }: KeptPicture) => onKept({ src: address, width, height }),
  })
}

async function drawPicture({ src, width, height }: LogoPicture): Promise<HTMLCanvasElement> {
  const image = new Image()
  image.src = src
  await image.decode()
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  canvas.getContext('2d')!.drawImage(image, 0, 0, width, height)
  return canvas
}

async function uploadRecoloured(
  canvas: HTMLCanvasElement,
  { data, width: columns, height: rows }: ImageData,
  mode: Mode,
): Promise<LogoPicture> {
  const recoloured = recolourLogo(data, mode === 'dark' ? '#ffffff' : '#1a1a1a')
  canvas.getContext('2d')!.putImageData(new ImageData(recoloured, columns, rows), 0, 0)
  const content = canvas.toDataURL('image/png').split(',')[1]!
  const body = { name: 'logo.png', content }
  const { address, width, height } = await call('POST /api/admin/images', { body })
  return { src: address, width, height }
}
