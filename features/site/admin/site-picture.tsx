import { useContext, useEffect, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import {
  PictureField,
  PicturePreview,
  useSettledPicture,
} from '#features/pictures/admin/picture-field.tsx'
import { ruleOf } from './site-draft.ts'
import { describeField, SiteEditingContext } from './site-editing.ts'
import type { PictureSpec } from './site-specs.ts'
import { sizesOf } from './site-parts.ts'

type SitePictureProps = {
  spec: PictureSpec
  path: string
}

/** Renders the field for a picture. Its width and height come from the upload, or from the file at the typed URL. */
export function SitePicture({ spec, path }: SitePictureProps) {
  const { register, setValue } = useFormContext()
  const { mistakes, setMistake, isLocked } = useContext(SiteEditingContext)
  const address = String(useWatch({ name: path }) ?? '')
  const { width, height } = sizesOf(path)
  /** A typed URL of a picture whose width and height are still to be read from the file. */
  const [typed, setTyped] = useState('')
  const settled = useSettledPicture(typed)

  useEffect(() => {
    if (settled === null) return undefined
    const picture = new Image()
    picture.addEventListener('load', () => {
      setValue(width, picture.naturalWidth)
      setValue(height, picture.naturalHeight)
    })
    picture.src = settled
    return () => void (picture.src = '')
  }, [settled, setValue, width, height])

  return (
    <PictureField
      label={spec.label}
      required={ruleOf(path).isRequired}
      description={describeField(spec)}
      placeholder="/images/…"
      error={mistakes[path]}
      aspect={spec.aspect}
      input={{
        ...register(path, {
          onChange({ target }: { target: HTMLInputElement }) {
            setTyped(target.value)
            setMistake(path, undefined)
          },
        }),
        readOnly: isLocked,
      }}
      onProblem={(message) => setMistake(path, message)}
      onKept={(picture) => {
        setTyped('')
        setValue(path, picture.address)
        setValue(width, picture.width)
        setValue(height, picture.height)
        setMistake(path, undefined)
      }}
      preview={
        <PicturePreview
          address={address}
          className={spec.aspect === undefined ? 'aspect-3/2 object-contain! p-4' : 'aspect-video'}
        />
      }
    />
  )
}
