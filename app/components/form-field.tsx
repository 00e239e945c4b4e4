import { type ComponentProps, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { suggestEmail } from '#shared/email-typo.ts'
import { Field } from '#app/ui/field.tsx'

type FormFieldProps = Omit<ComponentProps<typeof Field>, 'error'> & { name: string }

/** A field of the form around it, with the form's message for it. */
export function FormField({ name, ...field }: FormFieldProps) {
  const { register, formState } = useFormContext<Record<string, string>>()
  return <Field {...field} {...register(name)} error={formState.errors[name]?.message} />
}

/** The form's `email`, with a remark once it looks mistyped. It never blocks. decisions.md. */
export function EmailField(field: Partial<FormFieldProps>) {
  const { register, formState, setValue } = useFormContext<{ email: string }>()
  const [suggestion, setSuggestion] = useState<string>()
  const { onBlur, onChange, ...registered } = register('email')
  return (
    <Field
      label="Email"
      type="email"
      inputMode="email"
      autoComplete="email"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={254}
      required
      {...field}
      {...registered}
      onChange={(event) => {
        setSuggestion(undefined)
        void onChange(event)
      }}
      onBlur={(event) => {
        setSuggestion(suggestEmail(event.target.value))
        void onBlur(event)
      }}
      error={formState.errors.email?.message}
      hint={
        suggestion && (
          <>
            Did you mean{' '}
            <button
              type="button"
              className="min-h-6 font-semibold wrap-anywhere underline underline-offset-4"
              onClick={() => {
                setValue('email', suggestion, { shouldDirty: true, shouldValidate: true })
                setSuggestion(undefined)
              }}
            >
              {suggestion}
            </button>
            ?
          </>
        )
      }
    />
  )
}
