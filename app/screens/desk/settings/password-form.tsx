import { useState } from 'react'
import { type FieldValues, FormProvider, type Path, type UseFormReturn } from 'react-hook-form'
import type { ReactNode } from 'react'
import { serverMessage } from '#app/api/call.ts'
import { Button } from '#app/ui/button.tsx'
import { Checkbox } from '#app/ui/checkbox.tsx'

type PasswordFormProps<Values extends FieldValues> = {
  form: UseFormReturn<Values>
  onSend: (values: Values) => void
  sending: { error: Error | null; isPending: boolean }
  /** Whether the error stands at a field already. */
  isAtField: boolean
  button: { idle: string; pending: string }
  onClose: () => void
  /** The fields, told whether a password is to be shown. */
  children: (type: 'password' | 'text') => ReactNode
}

/** A form of a dialog in which somebody chooses a password, and may look at what they type. */
export function PasswordForm<Values extends FieldValues>(props: PasswordFormProps<Values>) {
  const { form, sending, isAtField, button } = props
  const [isShown, setIsShown] = useState(false)
  return (
    <FormProvider {...form}>
      <form
        noValidate
        className="mt-6 grid gap-5"
        onSubmit={(submit) => void form.handleSubmit((values) => props.onSend(values))(submit)}
      >
        {props.children(isShown ? 'text' : 'password')}
        <Checkbox
          className="-mt-2"
          label="Show what is typed"
          checked={isShown}
          onChange={({ target }) => setIsShown(target.checked)}
        />
        <div aria-live="polite">
          {sending.error && !isAtField && (
            <p role="alert" className="font-semibold text-danger">
              {serverMessage(sending.error) ?? 'Please check your connection and try again.'}
            </p>
          )}
        </div>
        <div className="flex flex-wrap gap-3">
          <Button type="submit" pending={sending.isPending}>
            {sending.isPending ? button.pending : button.idle}
          </Button>
          <Button variant="secondary" onClick={props.onClose}>
            Cancel
          </Button>
        </div>
      </form>
    </FormProvider>
  )
}

/** Puts what the server found wrong beside its fields, and the focus into the first of them. */
export function showAtFields<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  errors: { field: string; message: string }[],
) {
  for (const [index, { field, message }] of errors.entries()) {
    form.setError(field as Path<Values>, { message }, { shouldFocus: index === 0 })
  }
}
