import type { ComponentProps } from 'react'
import { useFormContext } from 'react-hook-form'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { Field } from '#app/ui/field.tsx'
import { TextArea } from '#app/ui/text-area.tsx'
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
