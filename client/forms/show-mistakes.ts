import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'

/**
 * Shows error messages beside their fields in a form, and focuses the first of these fields. Ignores messages
 * without a field.
 */
export function showMistakes<Values extends FieldValues, Context, Output>(
  form: UseFormReturn<Values, Context, Output>,
  mistakes: { field: Path<Values> | undefined; message: string }[],
) {
  let shouldFocus = true
  for (const { field, message } of mistakes) {
    if (field === undefined) continue
    form.setError(field, { message }, { shouldFocus })
    shouldFocus = false
  }
}
