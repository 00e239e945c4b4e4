import type { ComponentProps } from 'react'

import {
  fieldAria,
  fieldBox,
  FieldLabel,
  FieldNotes,
  useFieldIds,
  type FieldTexts,
} from './field-parts.tsx'

/** A labelled input. Everything an input takes is passed on, `ref` and `name` included. */
export function Field({
  label,
  error,
  description,
  hint,
  className = '',
  ...input
}: ComponentProps<'input'> & FieldTexts & { label: string }) {
  const ids = useFieldIds(input.id)
  return (
    <div className={className}>
      <FieldLabel ids={ids} label={label} required={input.required} description={description} />
      <input
        {...input}
        {...fieldAria(ids, { error, description, hint })}
        className={`${fieldBox} h-12`}
      />
      <FieldNotes ids={ids} error={error} hint={hint} />
    </div>
  )
}
