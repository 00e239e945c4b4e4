import { type ReactNode, useId } from 'react'
import { Checkbox } from '#client/ui/checkbox.tsx'

type CheckboxGroupProps<Value extends string> = {
  legend: string
  name: string
  /**
   * The checkboxes in display order. The values in `chosen` are in this order, too, whatever order the administrator
   * ticks them in.
   */
  choices: { value: Value; label: ReactNode; description: ReactNode }[]
  chosen: readonly Value[]
  error: string | undefined
  onChange: (chosen: Value[]) => void
}

/** A group of checkboxes, each with a description. */
export function CheckboxGroup<Value extends string>(props: CheckboxGroupProps<Value>) {
  const { legend, name, choices, chosen, error, onChange } = props
  const errorId = useId()
  const withOrWithout = (value: Value, isChosen: boolean) =>
    choices
      .map((choice) => choice.value)
      .filter((one) => (one === value ? isChosen : chosen.includes(one)))
  return (
    <fieldset aria-describedby={error && errorId}>
      <legend className="font-semibold">{legend}</legend>
      <div className="mt-1.5 grid gap-x-6 gap-y-1 sm:grid-cols-2">
        {choices.map(({ value, label, description }) => (
          <Checkbox
            key={value}
            {...{ name, value, label, description }}
            checked={chosen.includes(value)}
            onChange={({ target }) => onChange(withOrWithout(value, target.checked))}
          />
        ))}
      </div>
      {error && (
        <p id={errorId} role="alert" className="mt-1.5 text-small font-medium text-danger">
          {error}
        </p>
      )}
    </fieldset>
  )
}
