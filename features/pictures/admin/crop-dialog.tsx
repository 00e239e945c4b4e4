import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import Cropper, { type Area } from 'react-easy-crop'
import 'react-easy-crop/react-easy-crop.css'
import type { z } from 'zod'
import { call, serverMessage } from '#client/api/call.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import type { pictureForm } from '#features/pictures/contract.ts'
import type { KeptPicture } from './picture-upload.tsx'

type Crop = z.input<typeof pictureForm>['crop']

type CropDialogProps = {
  file: File
  /** URL of the chosen file in the browser's memory (`blob:`), valid until the page is closed. */
  address: string
  label: string
  /** Ratio of width to height of the crop; by default, that of the picture. */
  aspect: number | undefined
  onKept: (picture: KeptPicture) => void
  onClose: () => void
}

const widestZoom = 4

/** Renders the dialog in which a picture is cropped, by dragging, pinching, mouse wheel or keys, and uploaded. */
export function CropDialog({ file, address, label, aspect, onKept, onClose }: CropDialogProps) {
  const zoomId = useId()
  const [position, setPosition] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  const [area, setArea] = useState<Area>()
  const [ownAspect, setOwnAspect] = useState(16 / 9)
  const [isUnreadable, setIsUnreadable] = useState(false)
  const upload = useMutation({
    mutationFn: async (crop: Crop) =>
      call('POST /api/admin/images', {
        body: { name: file.name, content: await readBase64(file), crop },
      }),
    onSuccess: onKept,
  })

  return (
    <Dialog
      size="wide"
      title={`Crop the ${label.toLowerCase()}`}
      description={
        isUnreadable
          ? 'This browser cannot show the picture, so it can only be uploaded whole.'
          : 'Drag the picture, or move it with the arrow keys. Everything inside the frame is kept.'
      }
      onClose={onClose}
    >
      {!isUnreadable && (
        <>
          <div className="in-the-dark relative mt-5 aspect-4/3 max-h-[52dvh] w-full overflow-hidden rounded-md sm:aspect-auto sm:h-[min(52dvh,28rem)]">
            <Cropper
              image={address}
              crop={position}
              zoom={zoom}
              maxZoom={widestZoom}
              aspect={aspect ?? ownAspect}
              onMediaLoaded={({ naturalWidth, naturalHeight }) =>
                setOwnAspect(naturalWidth / naturalHeight)
              }
              keyboardStep={8}
              disableAutomaticStylesInjection
              onCropChange={setPosition}
              onZoomChange={setZoom}
              onCropComplete={(_, pixels) => setArea(pixels)}
              mediaProps={{ onError: () => setIsUnreadable(true) }}
              cropperProps={{
                role: 'application',
                'aria-label': 'Frame. Arrow keys move the picture, with Shift in small steps.',
              }}
            />
          </div>
          <div className="mt-4 flex items-center gap-4">
            <label htmlFor={zoomId} className="text-small font-semibold">
              Zoom
            </label>
            <input
              id={zoomId}
              type="range"
              min={1}
              max={widestZoom}
              step={0.05}
              value={zoom}
              aria-valuetext={`${Math.round(zoom * 100)} %`}
              onChange={(event) => setZoom(Number(event.target.value))}
              className="h-11 grow accent-accent-edge"
            />
            <output className="w-14 text-right text-small text-muted figures">
              {Math.round(zoom * 100)} %
            </output>
          </div>
        </>
      )}
      {upload.isError && (
        <p role="alert" className="mt-3 font-semibold text-danger">
          {explainUpload(upload.error)}
        </p>
      )}
      <div className="mt-6 flex flex-wrap gap-3">
        {!isUnreadable && (
          <Button
            pending={upload.isPending || !area}
            onClick={() => area && upload.mutate(withinWholePixels(area))}
          >
            {upload.isPending ? 'Uploading...' : 'Use this part'}
          </Button>
        )}
        <Button
          variant="secondary"
          pending={upload.isPending}
          onClick={() => upload.mutate(undefined)}
        >
          Use the whole picture
        </Button>
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Dialog>
  )
}

/** Returns the crop in whole pixels within the picture, because the server accepts no other. */
function withinWholePixels({ x, y, width, height }: Area): Crop {
  return {
    x: Math.max(0, Math.floor(x)),
    y: Math.max(0, Math.floor(y)),
    width: Math.max(1, Math.floor(width)),
    height: Math.max(1, Math.floor(height)),
  }
}

function explainUpload(error: unknown) {
  return serverMessage(error) ?? 'The picture was not uploaded. Please check your connection.'
}

/** Returns a file's content in base64, without the prefix of `data:` URLs. */
function readBase64(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => {
      const address = typeof reader.result === 'string' ? reader.result : ''
      resolve(address.slice(address.indexOf(',') + 1))
    })
    reader.addEventListener('error', () => reject(reader.error ?? new Error('not readable')))
    reader.readAsDataURL(file)
  })
}
