import { type ComponentProps, useId } from 'react'

/** A styled radio button, whose border has enough contrast even if the accent colour has not. */
export function Radio({ className = '', ...input }: Omit<ComponentProps<'input'>, 'type'>) {
  return (
    <input
      type="radio"
      {...input}
      className={`size-6 shrink-0 cursor-pointer appearance-none rounded-full border border-line-strong bg-sunken checked:border-7 checked:border-accent-edge forced-colors:appearance-auto ${className}`}
    />
  )
}

type ChoicesProps<Value extends string> = {
  legend: string
  /** Whether only screen readers get the legend, because a heading above says the same. */
  isLegendHidden?: boolean
  choices: { value: Value; label: string; description: string }[]
  /**
   * Returns the attributes of the radio button for a value, such as those that react-hook-form's `register` returns.
   */
  inputOf: (value: Value) => ComponentProps<typeof Radio>
  error?: string | undefined
}

/** A group of radio buttons, each with a description. */
export function Choices<Value extends string>(props: ChoicesProps<Value>) {
  const { legend, isLegendHidden = false, choices, inputOf, error } = props
  const id = useId()
  return (
    <fieldset aria-describedby={error && `${id}-error`}>
      <legend className={isLegendHidden ? 'sr-only' : 'mb-1.5 font-semibold'}>{legend}</legend>
      <div className="grid gap-x-6 sm:grid-cols-[repeat(auto-fit,minmax(13rem,1fr))]">
        {choices.map(({ value, label, description }) => (
          <div key={value}>
            <label className="flex min-h-11 cursor-pointer items-start gap-3 py-2.5 leading-6">
              <Radio value={value} aria-describedby={`${id}-${value}`} {...inputOf(value)} />
              {label}
            </label>
            <p id={`${id}-${value}`} className="-mt-1 pl-9 text-small text-muted">
              {description}
            </p>
          </div>
        ))}
      </div>
      {error && (
        <p id={`${id}-error`} className="mt-1.5 text-small font-medium text-danger">
          {error}
        </p>
      )}
    </fieldset>
  )
}
