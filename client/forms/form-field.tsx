import { type ComponentProps, useEffect, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { Field } from '#client/ui/field.tsx'
import { suggestEmail } from '#kernel/email-typo.ts'

type FormFieldProps = Omit<ComponentProps<typeof Field>, 'error'> & { name: string }

/** A field of the form around it, with the form's message for it. */
export function FormField({ name, ...field }: FormFieldProps) {
  const { register, formState, setValue } = useFormContext<Record<string, string>>()
  const { ref, ...registered } = register(name)
  /** What was typed before the scripts were there is kept. */
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

/** A pause this long, in milliseconds, means that the address is typed. */
const pause = 500

/**
 * What the address was probably meant to be, once it is typed. Not when the field is left: the remark
 * would push away the button that is being pressed.
 */
function useSuggestion(typed: string) {
  const [judged, setJudged] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setJudged(typed), pause)
    return () => clearTimeout(timer)
  }, [typed])
  return judged === typed ? suggestEmail(typed) : undefined
}

/**
 * The form's `email`, with a remark when it looks mistyped, which never blocks. Specification,
 * "Forms".
 */
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
