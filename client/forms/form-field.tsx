import { type ComponentProps, useEffect, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { Field } from '#client/ui/field.tsx'
import { suggestEmail } from '#kernel/email-typo.ts'

type FormFieldProps = Omit<ComponentProps<typeof Field>, 'error'> & { name: string }

/** A text field of the surrounding react-hook-form form, with its error message. */
export function FormField({ name, ...field }: FormFieldProps) {
  const { register, formState, setValue } = useFormContext<Record<string, string>>()
  const { ref, ...registered } = register(name)
  /** If the visitor typed into the input before hydration, sets the form's value to that text. */
  function take(element: HTMLInputElement | null) {
    const typed = element?.value
    ref(element)
    if (typed && element.value !== typed) setValue(name, typed)
  }
  return (
    <Field
      {...field}
      {...registered}
      ref={take}
      defaultValue={formState.defaultValues?.[name]}
      error={formState.errors[name]?.message}
    />
  )
}

/** Milliseconds without input after which a typed email counts as complete. */
const pause = 500

/**
 * Returns the probably intended email after a pause in typing. Not on blur: the hint would move the submit
 * button while the visitor presses it.
 */
function useSuggestion(typed: string) {
  const [judged, setJudged] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setJudged(typed), pause)
    return () => clearTimeout(timer)
  }, [typed])
  return judged === typed ? suggestEmail(typed) : undefined
}

/** The form's `email` field, with a hint for a likely typo. The hint never prevents submitting. */
export function EmailField(field: Partial<FormFieldProps>) {
  const { setValue, setFocus } = useFormContext<{ email: string }>()
  const suggestion = useSuggestion(useWatch<{ email: string }, 'email'>({ name: 'email' }))
  return (
    <FormField
      name="email"
      label="Email"
      type="email"
      inputMode="email"
      autoComplete="email"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={254}
      required
      {...field}
      hint={
        suggestion && (
          <>
            Did you mean{' '}
            <button
              type="button"
              className="min-h-6 font-semibold wrap-anywhere underline underline-offset-4"
              onClick={() => {
                setValue('email', suggestion, { shouldDirty: true, shouldValidate: true })
                setFocus('email')
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
