import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { type FieldValues, FormProvider, type Path, type UseFormReturn } from 'react-hook-form'
import { DialogFormEnd } from '#client/admin/dialog-form-end.tsx'
import { refusedWith, serverMessage, wrongFields } from '#client/api/call.ts'
import { FormField } from '#client/forms/form-field.tsx'
import { submitForm } from '#client/forms/posted-form.tsx'
import { showMistakes } from '#client/forms/show-mistakes.ts'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { administrators } from './settings-queries.ts'

type PresentPasswordProps = {
  label?: string
  description?: string
  type: 'password' | 'text'
  'data-autofocus'?: boolean
}

export function PresentPassword({ label = 'Current password', ...props }: PresentPasswordProps) {
  return (
    <FormField
      name="presentPassword"
      label={label}
      required
      autoComplete="current-password"
      {...props}
    />
  )
}

type PasswordDialogProps<Values extends FieldValues, Reply> = {
  title: string
  description: string
  form: UseFormReturn<Values>
  send: (values: Values) => Promise<Reply>
  onSent: (reply: Reply, values: Values) => void
  button: { idle: string; pending: string }
  onClose: () => void
  /** Renders the form's fields. `type` is the type of password inputs: `text` while passwords are shown. */
  children: (type: 'password' | 'text') => ReactNode
}

/**
 * Renders a dialog with a form that contains passwords, and a button that shows them. The dialog closes when the
 * server accepts the form.
 */
export function PasswordDialog<Values extends FieldValues, Reply>(
  props: PasswordDialogProps<Values, Reply>,
) {
  const { form, button, onClose } = props
  const queryClient = useQueryClient()
  const [isShown, setIsShown] = useState(false)
  const sending = useMutation({
    mutationFn: props.send,
    onSuccess(reply, values) {
      props.onSent(reply, values)
      void queryClient.invalidateQueries({ queryKey: administrators.queryKey })
      onClose()
    },
    onError(error) {
      showMistakes(form, listFieldErrors(error) as { field: Path<Values>; message: string }[])
    },
  })
  const isAtField = listFieldErrors(sending.error).length > 0
  return (
    <Dialog title={props.title} description={props.description} onClose={onClose}>
      <FormProvider {...form}>
        <form
          noValidate
          className="mt-6 grid gap-5"
          onSubmit={submitForm(form, (values) => sending.mutate(values))}
        >
          {props.children(isShown ? 'text' : 'password')}
          <Checkbox
            className="-mt-2"
            label="Show passwords"
            checked={isShown}
            onChange={({ target }) => setIsShown(target.checked)}
          />
          <DialogFormEnd {...{ sending, isAtField, button, onClose }} />
        </form>
      </FormProvider>
    </Dialog>
  )
}

/** Returns the server's error messages by form field. */
function listFieldErrors(error: unknown) {
  const message = serverMessage(error) ?? ''
  if (refusedWith(error, 'administrator_exists')) return [{ field: 'username', message }]
  if (refusedWith(error, 'administrator_email_taken')) return [{ field: 'email', message }]
  return refusedWith(error, 'wrong_present_password')?.errors ?? wrongFields(error)
}
