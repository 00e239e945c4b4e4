import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { DialogFormEnd } from '#client/admin/dialog-form-end.tsx'
import { call, refusedWith, wrongFields } from '#client/api/call.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { Field } from '#client/ui/field.tsx'

/**
 * Returns a dialog that asks for the administrator's password when the server refused a call without it,
 * and then repeats the call. The values in the form remain.
 */
export function usePasswordPrompt() {
  const [again, setAgain] = useState<(() => void) | null>(null)
  const close = () => setAgain(null)
  return {
    /** Opens the dialog if the error is a refusal for lack of a password. Returns whether it did. */
    asksFor(error: unknown, repeat: () => void): boolean {
      if (!refusedWith(error, 'password_needed')) return false
      setAgain(() => repeat)
      return true
    },
    prompt: again && (
      <PasswordPrompt
        onClose={close}
        onConfirmed={() => {
          close()
          again()
        }}
      />
    ),
  }
}

export function PasswordPrompt({
  onClose,
  onConfirmed,
}: {
  onClose: () => void
  onConfirmed: () => void
}) {
  const [password, setPassword] = useState('')
  const [missing, setMissing] = useState<string>()
  const confirming = useMutation({
    mutationFn: () => call('POST /api/admin/confirm-password', { body: { password } }),
    onSuccess: onConfirmed,
  })
  const [wrong] = [
    ...(refusedWith(confirming.error, 'wrong_present_password')?.errors ?? []),
    ...wrongFields(confirming.error),
  ]

  function send(submit: FormEvent<HTMLFormElement>) {
    submit.preventDefault()
    submit.stopPropagation()
    if (confirming.isPending) return
    setMissing(password ? undefined : 'Password is required')
    if (password) confirming.mutate()
    else submit.currentTarget.querySelector('input')?.focus()
  }

  return (
    <Dialog
      size="narrow"
      title="Confirm your password"
      description="You signed in a while ago. What you typed is kept."
      onClose={onClose}
    >
      <form noValidate className="mt-6 grid gap-5" onSubmit={send}>
        <Field
          label="Your password"
          name="password"
          type="password"
          required
          data-autofocus
          autoComplete="current-password"
          value={password}
          error={missing ?? wrong?.message}
          onChange={({ target }) => setPassword(target.value)}
        />
        <DialogFormEnd
          sending={confirming}
          isAtField={wrong !== undefined}
          button={{ idle: 'Continue', pending: 'One moment...' }}
          onClose={onClose}
        />
      </form>
    </Dialog>
  )
}
