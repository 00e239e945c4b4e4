import { type ComponentProps, useId, type ReactNode } from 'react'
import { useFormContext } from 'react-hook-form'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { Field, TextArea } from '#client/ui/field.tsx'
import type { EventDraft } from './event-draft.ts'

type Name = keyof EventDraft
type Named<Props> = Omit<Props, 'error' | 'name'> & { name: Name }

/** A field of the event's form, with the form's message for it. */
export function DraftField({ name, ...field }: Named<ComponentProps<typeof Field>>) {
  const { register, formState } = useFormContext<EventDraft>()
  return <Field {...field} {...register(name)} error={formState.errors[name]?.message} />
}

export function DraftText({ name, ...field }: Named<ComponentProps<typeof TextArea>>) {
  const { register, formState } = useFormContext<EventDraft>()
  return <TextArea {...field} {...register(name)} error={formState.errors[name]?.message} />
}

export function DraftCheckbox({ name, ...field }: Named<ComponentProps<typeof Checkbox>>) {
  const { register } = useFormContext<EventDraft>()
  return <Checkbox {...field} {...register(name)} />
}

type Choice = { value: string; label: string; description: string }

type ChoiceFieldProps = {
  name: 'status' | 'timeKind' | 'webinarKind' | 'publishing'
  legend: string
  choices: Choice[]
}

/** One of a few, each with what it means. */
export function ChoiceField({ name, legend, choices }: ChoiceFieldProps) {
  const { register } = useFormContext<EventDraft>()
  const id = useId()
  return (
    <fieldset>
      <legend className="font-semibold">{legend}</legend>
      <div className="mt-1.5 grid gap-x-6 sm:grid-cols-[repeat(auto-fit,minmax(13rem,1fr))]">
        {choices.map(({ value, label, description }) => (
          <div key={value}>
            <label className="flex min-h-11 cursor-pointer items-start gap-3 py-2.5 leading-6">
              <input
                {...register(name)}
                type="radio"
                value={value}
                aria-describedby={`${id}-${value}`}
                className="size-6 shrink-0 cursor-pointer appearance-none rounded-full border border-line-strong bg-sunken checked:border-7 checked:border-accent-edge forced-colors:appearance-auto"
              />
              {label}
            </label>
            <p id={`${id}-${value}`} className="-mt-1 pl-9 text-small text-muted">
              {description}
            </p>
          </div>
        ))}
      </div>
    </fieldset>
  )
}

/** A part of the form with its heading. */
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
