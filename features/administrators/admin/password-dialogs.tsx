import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import {
  useForm,
  type FieldValues,
  FormProvider,
  type Path,
  type UseFormReturn,
} from 'react-hook-form'
import { DialogFormEnd } from '#client/admin/dialog-form-end.tsx'
import { call, serverMessage, refusedWith, wrongFields } from '#client/api/call.ts'
import { FormField } from '#client/forms/form-field.tsx'
import { submitForm } from '#client/forms/posted-form.tsx'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { showToast } from '#client/ui/toast-store.ts'
import {
  newAdministratorForm,
  type addAdministrator,
  passwordForm,
  type changeOwnPassword,
} from '#features/administrators/contract.ts'
import type { SentBodyOf } from '#kernel/endpoint.ts'
import { shortestPassword } from '#kernel/fields.ts'
import { administrators } from './settings-queries.ts'

/** What is wrong, at its field: a name that is taken as well. */
function errorsOfAdding(error: unknown) {
  const message = serverMessage(error) ?? ''
  if (refusedWith(error, 'administrator_exists')) return [{ field: 'username', message }]
  if (refusedWith(error, 'administrator_email_taken')) return [{ field: 'email', message }]
  return refusedWith(error, 'wrong_present_password')?.errors ?? wrongFields(error)
}

/** Adds an administrator, by an invitation or with a password. */
export function AddAdministratorDialog({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient()
  const form = useForm({
    resolver: zodResolver(newAdministratorForm),
    defaultValues: { username: '', email: '', password: '', presentPassword: '' },
  })
  const adding = useMutation({
    mutationFn: (body: SentBodyOf<typeof addAdministrator>) =>
      call('POST /api/admin/administrators', { body }),
    onSuccess(_, { username, email, password }) {
      showToast({
        title: 'Administrator Added',
        description: password
          ? `${username.trim()} can sign in now.`
          : `An invitation is on its way to ${email}.`,
      })
      void queryClient.invalidateQueries({ queryKey: administrators.queryKey })
      onClose()
    },
    onError: (error) => showAtFields(form, errorsOfAdding(error)),
  })
  return (
    <Dialog
      title="Add an administrator"
      description="Enter an email to send an invitation, or a password that you pass on yourself."
      onClose={onClose}
    >
      <PasswordForm
        form={form}
        onSend={(body) => adding.mutate(body)}
        sending={adding}
        isAtField={errorsOfAdding(adding.error).length > 0}
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
              name="email"
              label="Email"
              type="email"
              inputMode="email"
              description="Receives the invitation, and links that reset a forgotten password."
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
            />
            <FormField
              name="password"
              label="Password"
              type={type}
              description={`Leave this empty to send an invitation. At least ${shortestPassword} characters.`}
              autoComplete="new-password"
              autoCapitalize="none"
              spellCheck={false}
            />
            <FormField
              name="presentPassword"
              label="Your own password"
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

function errorsOfChanging(error: unknown) {
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
  const queryClient = useQueryClient()
  const form = useForm({
    resolver: zodResolver(passwordForm),
    defaultValues: { presentPassword: '', newPassword: '', endKeys: false },
  })
  const changing = useMutation({
    mutationFn: (body: SentBodyOf<typeof changeOwnPassword>) =>
      call('POST /api/admin/password', { body }),
    onSuccess(_, { endKeys }) {
      showToast({
        title: 'Password Changed',
        description: endKeys
          ? 'Your other sessions and your API keys have ended.'
          : 'Wherever else you were signed in, you are signed out now.',
      })
      if (endKeys) void queryClient.invalidateQueries({ queryKey: ['/api/admin/keys'] })
      onClose()
    },
    onError: (error) => showAtFields(form, errorsOfChanging(error)),
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
        isAtField={errorsOfChanging(changing.error).length > 0}
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
            <Checkbox
              label="End my API keys"
              description="Programs that use a key you created stop working until they get a new one."
              {...form.register('endKeys')}
            />
          </>
        )}
      </PasswordForm>
    </Dialog>
  )
}

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
        onSubmit={submitForm(form, (values) => props.onSend(values))}
      >
        {props.children(isShown ? 'text' : 'password')}
        <Checkbox
          className="-mt-2"
          label="Show what is typed"
          checked={isShown}
          onChange={({ target }) => setIsShown(target.checked)}
        />
        <DialogFormEnd {...{ sending, isAtField, button }} onClose={props.onClose} />
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
