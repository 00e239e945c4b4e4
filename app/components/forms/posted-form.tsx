import type { ReactNode } from 'react'
import { type FieldValues, FormProvider, type UseFormReturn } from 'react-hook-form'
import { formId } from './form-id.ts'
import { useTypedBefore } from './use-typed-before.ts'

type PostedFormProps<Values extends FieldValues, Output> = {
  form: UseFormReturn<Values, unknown, Output>
  onValid: (person: Output) => void
  /** Somebody turns to the form: time for what it needs only then. */
  onFocus?: () => void
  className?: string
  children: ReactNode
}

/**
 * One implementation for both ways: with scripts the form checks and sends itself; without them, or before
 * they are there, the browser posts it to the address of its page. Specification, "Forms".
 */
export function PostedForm<Values extends FieldValues, Output>({
  form,
  onValid,
  onFocus,
  className = 'mt-6 grid gap-5',
  children,
}: PostedFormProps<Values, Output>) {
  useTypedBefore(form)
  return (
    <FormProvider {...form}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a field gets the focus */}
      <form
        method="post"
        action={`#${formId}`}
        noValidate
        className={className}
        onFocus={onFocus}
        onSubmit={(submit) => void form.handleSubmit(onValid)(submit)}
      >
        {children}
      </form>
    </FormProvider>
  )
}
