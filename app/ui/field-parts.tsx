import { type ReactNode, useId } from 'react'

import { FieldError } from './field-error.tsx'

/** What may stand around an input. */
export type FieldTexts = {
  /** Shown under the field and announced; marks the field as invalid. */
  error?: string | undefined
  /** A lasting explanation between label and field. */
  description?: ReactNode
  /** A remark about what was typed that blocks nothing, such as a likely typing mistake. */
  hint?: ReactNode
}

/** The look that inputs, choices and text areas share; their height is their own. */
export const fieldBox =
  'mt-1.5 block w-full rounded-md border border-line-strong bg-sunken px-3.5 text-base text-ink placeholder:text-muted aria-invalid:border-danger disabled:opacity-60'

type FieldIds = { field: string; description: string; hint: string; error: string }

export function useFieldIds(given: string | undefined): FieldIds {
  const made = useId()
  const field = given ?? made
  return { field, description: `${field}-about`, hint: `${field}-hint`, error: `${field}-error` }
}

export function fieldAria(ids: FieldIds, notes: FieldTexts) {
  const described = [
    notes.description && ids.description,
    notes.error && ids.error,
    notes.hint && ids.hint,
  ].filter(Boolean)
  return {
    id: ids.field,
    'aria-invalid': notes.error ? true : undefined,
    'aria-describedby': described.join(' ') || undefined,
  }
}

export function FieldLabel(props: {
  ids: FieldIds
  label: string
  required: boolean | undefined
  description: ReactNode
}) {
  return (
    <>
      <div className="flex items-baseline justify-between gap-3">
        <label htmlFor={props.ids.field} className="font-semibold">
          {props.label}
        </label>
        {!props.required && <span className="text-caption text-muted">Optional</span>}
      </div>
      {props.description && (
        <div id={props.ids.description} className="mt-0.5 text-small text-muted">
          {props.description}
        </div>
      )}
    </>
  )
}

/** Both are there from the start, so that what appears in them is announced. */
export function FieldNotes(props: { ids: FieldIds; error: string | undefined; hint: ReactNode }) {
  return (
    <>
      <FieldError id={props.ids.error} error={props.error} />
      <div id={props.ids.hint} aria-live="polite">
        {props.hint && <div className="mt-1.5 text-small text-glow">{props.hint}</div>}
      </div>
    </>
  )
}
