import { useId } from 'react'
import { useFormContext } from 'react-hook-form'
import type { EventDraft } from './event-draft.ts'

type Choice = { value: string; label: string; description: string }

type ChoiceFieldProps = {
  name: 'status' | 'timeKind' | 'webinarKind'
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
                className="size-6 shrink-0 cursor-pointer appearance-none rounded-full border border-line-strong bg-sunken checked:border-7 checked:border-accent forced-colors:appearance-auto"
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
