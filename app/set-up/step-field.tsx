import type { ComponentProps } from 'react'
import { type FieldValues, type Path, useFormContext } from 'react-hook-form'
import { Radio } from '#client/ui/choices.tsx'
import { Field, TextArea } from '#client/ui/field.tsx'

type Named<Props, Draft extends FieldValues> = Omit<Props, 'error' | 'name'> & { name: Path<Draft> }

/** A text field of a setup step's form, with its error. */
export function StepField<Draft extends FieldValues>({
  name,
  ...field
}: Named<ComponentProps<typeof Field>, Draft>) {
  const { register, getFieldState, formState } = useFormContext<Draft>()
  return (
    <Field {...field} {...register(name)} error={getFieldState(name, formState).error?.message} />
  )
}

export function StepText<Draft extends FieldValues>({
  name,
  ...field
}: Named<ComponentProps<typeof TextArea>, Draft>) {
  const { register, getFieldState, formState } = useFormContext<Draft>()
  return (
    <TextArea
      {...field}
      {...register(name)}
      error={getFieldState(name, formState).error?.message}
    />
  )
}

type Choice = { value: string; label: string }

/** Radio buttons of a setup step's form. */
export function StepChoice<Draft extends FieldValues>(props: {
  name: Path<Draft>
  legend: string
  choices: Choice[]
}) {
  const { register } = useFormContext<Draft>()
  return (
    <fieldset>
      <legend className="font-semibold">{props.legend}</legend>
      <div className="mt-1 flex flex-wrap gap-x-8">
        {props.choices.map(({ value, label }) => (
          <label
            key={value}
            className="flex min-h-11 cursor-pointer items-start gap-3 py-2.5 leading-6"
          >
            <Radio value={value} {...register(props.name)} />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
