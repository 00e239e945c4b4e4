import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import {
  passwordForm,
  shortestPassword,
  type changeOwnPassword,
} from '#shared/contract/administrators.ts'
import type { SentBodyOf } from '#shared/contract/endpoint.ts'
import { call } from '#app/api/call.ts'
import { refusedWith, wrongFields } from '#app/api/refused-with.ts'
import { FormField } from '#app/components/form-field.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { showToast } from '#app/ui/toast-store.ts'
import { PasswordForm, showAtFields } from './password-form.tsx'

function errorsOf(error: unknown) {
  return refusedWith(error, 'wrong_present_password')?.errors ?? wrongFields(error)
}

/** One's own password, by the present one. */
export function ChangePasswordDialog({
  username,
  onClose,
}: {
  username: string
  onClose: () => void
}) {
  const form = useForm({
    resolver: zodResolver(passwordForm),
    defaultValues: { presentPassword: '', newPassword: '' },
  })
  const changing = useMutation({
    mutationFn: (body: SentBodyOf<typeof changeOwnPassword>) =>
      call('POST /api/admin/password', { body }),
    onSuccess() {
      showToast({
        title: 'Password Changed',
        description: 'Wherever else you were signed in, you are signed out now.',
      })
      onClose()
    },
    onError: (error) => showAtFields(form, errorsOf(error)),
  })
  return (
    <Dialog
      title="Change your password"
      description="You stay signed in here, and are signed out everywhere else."
      onClose={onClose}
    >
      <PasswordForm
        form={form}
        onSend={(body) => changing.mutate(body)}
        sending={changing}
        isAtField={errorsOf(changing.error).length > 0}
        button={{ idle: 'Change password', pending: 'Changing...' }}
        onClose={onClose}
      >
        {(type) => (
          <>
            {/* For those that keep passwords: whose it is. */}
            <input type="text" autoComplete="username" value={username} readOnly hidden />
            <FormField
              name="presentPassword"
              label="Present password"
              type={type}
              required
              data-autofocus
              autoComplete="current-password"
            />
            <FormField
              name="newPassword"
              label="New password"
              type={type}
              required
              description={`At least ${shortestPassword} characters.`}
              autoComplete="new-password"
            />
          </>
        )}
      </PasswordForm>
    </Dialog>
  )
}
