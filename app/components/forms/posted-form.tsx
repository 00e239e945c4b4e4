import type { ReactNode } from 'react'
import { type FieldValues, FormProvider, type UseFormReturn } from 'react-hook-form'
import { formId } from './form-id.ts'
import { useTypedBefore } from './use-typed-before.ts'

type PostedFormProps<Values extends FieldValues, Output> = {
  form: UseFormReturn<Values, unknown, Output>
  onValid: (person: Output) => void
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
  className = 'mt-6 grid gap-5',
  children,
}: PostedFormProps<Values, Output>) {
  useTypedBefore(form)
  return (
    <FormProvider {...form}>
      <form
        method="post"
        action={`#${formId}`}
        noValidate
        className={className}
        onSubmit={(submit) => void form.handleSubmit(onValid)(submit)}
      >
        {children}
      </form>
    </FormProvider>
  )
}
