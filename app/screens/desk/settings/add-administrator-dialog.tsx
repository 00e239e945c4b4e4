import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import {
  newAdministratorForm,
  shortestPassword,
  type addAdministrator,
} from '#shared/contract/administrators.ts'
import type { SentBodyOf } from '#shared/contract/endpoint.ts'
import { call, serverMessage } from '#app/api/call.ts'
import { refusedWith, wrongFields } from '#app/api/refused-with.ts'
import { FormField } from '#app/components/form-field.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { showToast } from '#app/ui/toast-store.ts'
import { PasswordForm, showAtFields } from './password-form.tsx'
import { administrators } from './settings-queries.ts'

/** What is wrong, at its field: a name that is taken as well. */
function errorsOf(error: unknown) {
  const isTaken = refusedWith(error, 'administrator_exists') !== undefined
  const message = serverMessage(error)
  return isTaken && message ? [{ field: 'username', message }] : wrongFields(error)
}

/** Somebody else who may enter the admin area: their name, and a password to give them. */
export function AddAdministratorDialog({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient()
  const form = useForm({
    resolver: zodResolver(newAdministratorForm),
    defaultValues: { username: '', password: '' },
  })
  const adding = useMutation({
    mutationFn: (body: SentBodyOf<typeof addAdministrator>) =>
      call('POST /api/admin/administrators', { body }),
    onSuccess(_, { username }) {
      showToast({
        title: 'Administrator Added',
        description: `${username.trim()} can sign in now.`,
      })
      void queryClient.invalidateQueries({ queryKey: administrators.queryKey })
      onClose()
    },
    onError: (error) => showAtFields(form, errorsOf(error)),
  })
  return (
    <Dialog
      title="Add an administrator"
      description="Nobody is written to: tell them their name and password yourself. They can change the password here."
      onClose={onClose}
    >
      <PasswordForm
        form={form}
        onSend={(body) => adding.mutate(body)}
        sending={adding}
        isAtField={errorsOf(adding.error).length > 0}
        button={{ idle: 'Add administrator', pending: 'Adding...' }}
        onClose={onClose}
      >
        {(type) => (
          <>
            <FormField
              name="username"
              label="Username"
              required
              data-autofocus
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
            />
            <FormField
              name="password"
              label="Password"
              type={type}
              required
              description={`At least ${shortestPassword} characters.`}
              autoComplete="new-password"
              autoCapitalize="none"
              spellCheck={false}
            />
          </>
        )}
      </PasswordForm>
    </Dialog>
  )
}
