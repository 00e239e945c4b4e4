import type { ComponentProps } from 'react'

import { fieldBox, FieldFrame, type FieldTexts } from './field-frame.tsx'

type TextAreaProps = ComponentProps<'textarea'> & FieldTexts & { inputClassName?: string }

/** A labelled field for text of several lines, which grows with it where the browser can. */
export function TextArea({
  label,
  error,
  description,
  hint,
  className = '',
  inputClassName = 'field-sizing-content min-h-36',
  ...input
}: TextAreaProps) {
  const { id, required } = input
  return (
    <FieldFrame {...{ label, error, description, hint, className, id, required }}>
      {(framed) => (
        <textarea {...input} {...framed} className={`${fieldBox} py-2.5 ${inputClassName}`} />
      )}
    </FieldFrame>
  )
}
