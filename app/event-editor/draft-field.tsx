import { type ComponentProps, type FocusEvent, useId, type ReactNode } from 'react'
import { useFormContext } from 'react-hook-form'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { Choices } from '#client/ui/choices.tsx'
import { Field, TextArea } from '#client/ui/field.tsx'
import { describeBadInput } from '#client/ui/bad-input.ts'
import type { EventDraft } from './event-draft.ts'

type Name = keyof EventDraft
type Named<Props> = Omit<Props, 'error' | 'name'> & { name: Name }

/** A field of the event form with its error message. */
export function DraftField({ name, ...field }: Named<ComponentProps<typeof Field>>) {
  const { register, formState, setError, clearErrors } = useFormContext<EventDraft>()
  const { onBlur, ...registered } = register(name)
  const error = formState.errors[name]

  /**
   * Shows an error for an invalid value when the field loses focus: on saving, the browser would report the value as
   * empty.
   */
  function leave(event: FocusEvent<HTMLInputElement>) {
    void onBlur(event)
    const message = describeBadInput(event.target)
    if (message) setError(name, { type: 'bad-input', message })
    else if (error?.type === 'bad-input') clearErrors(name)
  }

  return <Field {...field} {...registered} onBlur={leave} error={error?.message} />
}

export function DraftText({ name, ...field }: Named<ComponentProps<typeof TextArea>>) {
  const { register, formState } = useFormContext<EventDraft>()
  return <TextArea {...field} {...register(name)} error={formState.errors[name]?.message} />
}

export function DraftCheckbox({ name, ...field }: Named<ComponentProps<typeof Checkbox>>) {
  const { register } = useFormContext<EventDraft>()
  return <Checkbox {...field} {...register(name)} />
}

type ChoiceFieldProps = Omit<ComponentProps<typeof Choices>, 'inputOf' | 'error'> & {
  name: 'status' | 'timeKind' | 'webinarKind' | 'publishing'
}

export function ChoiceField({ name, ...choices }: ChoiceFieldProps) {
  const { register } = useFormContext<EventDraft>()
  return <Choices {...choices} inputOf={() => register(name)} />
}

/** A section of the event form with its heading. */
export function FormPart({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="border-t border-line pt-6 first:border-0 first:pt-0">
      <h2 id={id} className="text-subheading">
        {title}
      </h2>
      <div className="mt-5 grid grid-cols-1 gap-5">{children}</div>
    </section>
  )
}
