import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'

/** Shows messages at their fields and focuses the first. Leaves out messages without a field in the form. */
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
