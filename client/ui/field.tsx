import { CircleAlert } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId } from 'react'

/** A labelled `input` element, which receives all other props. */
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

type TextAreaProps = ComponentProps<'textarea'> & FieldTexts & { inputClassName?: string }

/** A labelled `textarea` element, which grows with its text in browsers that support `field-sizing`. */
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

/** The texts that belong to an input: label, description, error and hint. */
type FieldTexts = {
  label: string
  /** Error message under the field, announced to screen readers. A field with an error is marked as invalid. */
  error?: string | undefined
  /** Permanent explanation between label and field. */
  description?: ReactNode
  /** A non-blocking remark about the input, such as a likely typo. */
  hint?: ReactNode
}

/**
 * HTML attributes of an input for screen readers: whether it is invalid, and the ids of its description, error and
 * hint.
 */
type FramedInput = {
  id: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

type FieldFrameProps = FieldTexts & {
  id: string | undefined
  required: boolean | undefined
  className: string
  children: (input: FramedInput) => ReactNode
}

/** Classes shared by inputs and text areas, except their height. */
export const fieldBox =
  'mt-1.5 block w-full rounded-md border border-line-strong bg-sunken px-3.5 text-base text-ink placeholder:text-muted aria-invalid:border-danger disabled:opacity-60'

/** Label, description, error and hint around any kind of input. */
export function FieldFrame({ label, error, description, hint, ...props }: FieldFrameProps) {
  const made = useId()
  const id = props.id ?? made
  const ids = { about: `${id}-about`, hint: `${id}-hint`, error: `${id}-error` }
  const described = [description && ids.about, error && ids.error, hint && ids.hint]
  return (
    <div className={`min-w-0 ${props.className}`}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <label htmlFor={id} className="font-semibold">
          {label}
        </label>
        {!props.required && <span className="text-caption text-muted">Optional</span>}
      </div>
      {description && (
        <div id={ids.about} className="mt-0.5 text-small text-muted">
          {description}
        </div>
      )}
      {props.children({
        id,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': described.filter(Boolean).join(' ') || undefined,
      })}
      {/* Error and hint elements always exist: screen readers announce only changes inside existing ones. */}
      <FieldError id={ids.error} error={error} />
      <div id={ids.hint} aria-live="polite">
        {hint && <div className="mt-1.5 text-small text-glow">{hint}</div>}
      </div>
    </div>
  )
}

/** The live region for the error of a field or a group of fields. */
export function FieldError({ id, error }: { id: string; error: string | undefined }) {
  return (
    <div id={id} aria-live="polite">
      {error && (
        <p className="mt-1.5 flex items-start gap-1.5 text-small font-medium text-danger">
          <CircleAlert aria-hidden size={17} className="mt-[0.19em] shrink-0" />
          {error}
        </p>
      )}
    </div>
  )
}
