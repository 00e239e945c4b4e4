import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { call, refusedWith, serverMessage, wrongFields } from '#client/api/call.ts'
import { FormField } from '#client/forms/form-field.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { showToast } from '#client/ui/toast-store.ts'
import { recoveryEmailForm, type changeRecoveryEmail } from '#features/administrators/contract.ts'
import type { SentBodyOf } from '#kernel/endpoint.ts'
import { PasswordForm, showAtFields } from './password-dialogs.tsx'
import { administrators } from './settings-queries.ts'

function errorsOfChange(error: unknown) {
  const message = serverMessage(error) ?? ''
  if (refusedWith(error, 'administrator_email_taken')) return [{ field: 'email', message }]
  return refusedWith(error, 'wrong_present_password')?.errors ?? wrongFields(error)
}

type RecoveryEmailDialogProps = { email: string | null; onClose: () => void }

/** Changes the email that resets one's own password. */
export function RecoveryEmailDialog({ email, onClose }: RecoveryEmailDialogProps) {
  const queryClient = useQueryClient()
  const form = useForm({
    resolver: zodResolver(recoveryEmailForm),
    defaultValues: { email: email ?? '', presentPassword: '' },
  })
  const saving = useMutation({
    mutationFn: (body: SentBodyOf<typeof changeRecoveryEmail>) =>
      call('PUT /api/admin/recovery-email', { body }),
    onSuccess(saved) {
      showToast({
        title: saved.email ? 'Recovery Email Saved' : 'Recovery Email Removed',
        description: saved.email
          ? `Links that reset your password go to ${saved.email}.`
          : 'A forgotten password can no longer be reset by mail.',
      })
      void queryClient.invalidateQueries({ queryKey: administrators.queryKey })
      onClose()
    },
    onError: (error) => showAtFields(form, errorsOfChange(error)),
  })
  return (
    <Dialog
      title="Recovery email"
      description={
        email
          ? `${email} is notified of the change. Leave the email empty to remove it.`
          : '“Forgot password?” on the login page sends a link to this email.'
      }
      onClose={onClose}
    >
      <PasswordForm
        form={form}
        onSend={(body) => saving.mutate(body)}
        sending={saving}
        isAtField={errorsOfChange(saving.error).length > 0}
        button={{ idle: 'Save recovery email', pending: 'Saving...' }}
        onClose={onClose}
      >
        {(type) => (
          <>
            <FormField
              name="email"
              label="Email"
              type="email"
              inputMode="email"
              data-autofocus
              autoComplete="email"
              autoCapitalize="none"
              spellCheck={false}
            />
            <FormField
              name="presentPassword"
              label="Present password"
              type={type}
              required
              autoComplete="current-password"
            />
          </>
        )}
      </PasswordForm>
    </Dialog>
  )
}
