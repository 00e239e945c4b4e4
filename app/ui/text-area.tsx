import type { ComponentProps } from 'react'

import {
  fieldAria,
  fieldBox,
  FieldLabel,
  FieldNotes,
  useFieldIds,
  type FieldTexts,
} from './field-parts.tsx'

/** A labelled field for text of several lines, which grows with it where the browser can. */
export function TextArea({
  label,
  error,
  description,
  hint,
  className = '',
  inputClassName = 'field-sizing-content min-h-36',
  ...input
}: ComponentProps<'textarea'> & FieldTexts & { label: string; inputClassName?: string }) {
  const ids = useFieldIds(input.id)
  return (
    <div className={className}>
      <FieldLabel ids={ids} label={label} required={input.required} description={description} />
      <textarea
        {...input}
        {...fieldAria(ids, { error, description, hint })}
        className={`${fieldBox} py-2.5 ${inputClassName}`}
      />
      <FieldNotes ids={ids} error={error} hint={hint} />
    </div>
  )
}
