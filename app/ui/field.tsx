import type { ComponentProps } from 'react'

import { fieldBox, FieldFrame, type FieldTexts } from './field-frame.tsx'

/** A labelled input. Everything an input takes is passed on, `ref` and `name` included. */
export function Field({
  label,
  error,
  description,
  hint,
  className = '',
  ...input
}: ComponentProps<'input'> & FieldTexts) {
  const { id, required } = input
  return (
    <FieldFrame {...{ label, error, description, hint, className, id, required }}>
      {(framed) => <input {...input} {...framed} className={`${fieldBox} h-12`} />}
    </FieldFrame>
  )
}
