import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { CallError } from '#app/api/call.ts'

/** Whether the server refused because the event is over. Specification 8, "Registration". */
export function isAboutFinishedEvent(error: unknown): boolean {
  if (!(error instanceof CallError)) return false
  return error.details.eventStatus === 'finished' || error.details.suggestFutureEvents === true
}

/** Puts what the server found wrong with a field beside that field. */
export function showFieldErrors<Values extends FieldValues, Context, Output>(
  form: UseFormReturn<Values, Context, Output>,
  error: unknown,
) {
  const found = error instanceof CallError ? error.details.errors : undefined
  if (!Array.isArray(found)) return
  for (const { field, message } of found as { field: string; message: string }[]) {
    if (field in form.getValues()) form.setError(field as FieldPath<Values>, { message })
  }
}
