import { useEffect } from 'react'
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form'
import { readStoredEmail } from '#app/api/stored-email.ts'
import { typedBefore } from '#app/api/typed-before.ts'

/**
 * Fills empty fields in with what this visit typed into any public form before, and with the stored e-mail;
 * keeps what is typed here. After the page has come alive: what the server wrote knows nobody.
 */
export function useTypedBefore<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
) {
  const { getValues, setValue, watch } = form
  useEffect(() => {
    const stored = readStoredEmail()
    const known = { ...(stored && { email: stored }), ...typedBefore }
    for (const [name, value] of Object.entries(known)) {
      const field = name as Path<Values>
      const present: unknown = getValues(field)
      if (present !== '' && present !== false) continue
      setValue(field, value as PathValue<Values, typeof field>)
      // Whoever is in the field already is about to type: in place of what came, not behind it.
      const { activeElement } = document
      if (activeElement instanceof HTMLInputElement && activeElement.name === name)
        activeElement.select()
    }
    const { unsubscribe } = watch((values, { name, type }) => {
      if (name !== undefined && type === 'change') typedBefore[name] = values[name]
    })
    return unsubscribe
  }, [getValues, setValue, watch])
}
