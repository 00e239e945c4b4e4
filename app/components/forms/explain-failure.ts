import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { wrongFields } from '#app/api/refused-with.ts'

/** Puts what the server found wrong with a field beside that field. */
export function showFieldErrors<Values extends FieldValues, Context, Output>(
  form: UseFormReturn<Values, Context, Output>,
  error: unknown,
) {
  for (const { field, message } of wrongFields(error)) {
    if (field in form.getValues()) form.setError(field as FieldPath<Values>, { message })
  }
}
