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
  type AdministratorRow,
  newAdministratorForm,
  passwordForm,
} from '#features/administrators/contract.ts'
import { recoveryEmailForm } from '#features/sign-in/contract.ts'
import { shortestPassword } from '#kernel/fields.ts'
import { administrators } from './settings-queries.ts'

const asTyped = { autoCapitalize: 'none', spellCheck: false } as const

export function AddAdministratorDialog({ onClose }: { onClose: () => void }) {
  const form = useForm({
    resolver: zodResolver(newAdministratorForm),
    defaultValues: { username: '', email: '', password: '', presentPassword: '' },
  })
  return (
    <PasswordDialog
      title="Add an administrator"
      description="Enter an email to send an invitation, or a password that you pass on yourself."
      form={form}
      send={(body) => call('POST /api/admin/administrators', { body })}
      onSent={(_, { username, email, password }) =>
        showToast({
          title: 'Administrator Added',
          description: password
            ? `${username.trim()} can sign in now.`
            : `An invitation is on its way to ${email}.`,
        })
      }
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
            {...asTyped}
          />
          <FormField
            name="email"
            label="Email"
            type="email"
            inputMode="email"
            description="Receives the invitation, and links that reset a forgotten password."
            autoComplete="off"
            {...asTyped}
          />
          <FormField
            name="password"
            label="Password"
            type={type}
            description={`Leave this empty to send an invitation. At least ${shortestPassword} characters.`}
            autoComplete="new-password"
            {...asTyped}
          />
          <PresentPassword label="Your password" type={type} />
        </>
      )}
    </PasswordDialog>
  )
}

type ChangePasswordDialogProps = { username: string; onClose: () => void }

export function ChangePasswordDialog({ username, onClose }: ChangePasswordDialogProps) {
  const queryClient = useQueryClient()
  const form = useForm({
    resolver: zodResolver(passwordForm),
    defaultValues: { presentPassword: '', newPassword: '', endKeys: false },
  })
  return (
    <PasswordDialog
      title="Change your password"
      description="You stay signed in here, and are signed out everywhere else."
      form={form}
      send={(body) => call('POST /api/admin/password', { body })}
      onSent={(_, { endKeys }) => {
        showToast({
          title: 'Password Changed',
          description: endKeys
            ? 'Your other sessions and your API keys have ended.'
            : 'Wherever else you were signed in, you are signed out now.',
        })
        if (endKeys) void queryClient.invalidateQueries({ queryKey: ['/api/admin/keys'] })
      }}
      button={{ idle: 'Change password', pending: 'Changing...' }}
      onClose={onClose}
    >
      {(type) => (
        <>
          {/* Password managers store the password under this name. */}
          <input type="text" autoComplete="username" value={username} readOnly hidden />
          <PresentPassword type={type} data-autofocus />
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
    </PasswordDialog>
  )
}

type RecoveryEmailDialogProps = { self: AdministratorRow; onClose: () => void }

export function RecoveryEmailDialog({ self, onClose }: RecoveryEmailDialogProps) {
  const form = useForm({
    resolver: zodResolver(recoveryEmailForm),
    defaultValues: { email: self.unconfirmedEmail ?? self.email ?? '', presentPassword: '' },
  })
  return (
    <PasswordDialog
      title="Recovery email"
      description={
        self.email
          ? `${self.email} is notified of the change. Leave the email empty to remove it.`
          : '“Forgot password?” on the login page sends a link to this email.'
      }
      form={form}
      send={(body) => call('PUT /api/admin/recovery-email', { body })}
      onSent={(saved) => showToast(describeRecovery(saved))}
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
            {...asTyped}
          />
          <PresentPassword type={type} />
        </>
      )}
    </PasswordDialog>
  )
}

type SavedRecovery = Pick<AdministratorRow, 'email' | 'unconfirmedEmail'> & { isMailSet: boolean }

function describeRecovery({ email, unconfirmedEmail, isMailSet }: SavedRecovery) {
  if (unconfirmedEmail) {
    const until = email ? ` Until then, ${email} stays your recovery email.` : ''
    const description = `Confirm the link sent to ${unconfirmedEmail}.${until}`
    return { title: 'Confirm Your Recovery Email', description }
  }
  if (!email) {
    const description = 'A forgotten password can no longer be reset by email.'
    return { title: 'Recovery Email Removed', description }
  }
  const unconfirmed = isMailSet
    ? ''
    : ' Stored without confirmation, because no mail server is connected.'
  const description = `Links that reset your password go to ${email}.${unconfirmed}`
  return { title: 'Recovery Email Saved', description }
}

type PresentPasswordProps = {
  label?: string
  type: 'password' | 'text'
  'data-autofocus'?: boolean
}

function PresentPassword({ label = 'Current password', ...props }: PresentPasswordProps) {
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
  /** Renders the fields; `type` is `text` while passwords are shown. */
  children: (type: 'password' | 'text') => ReactNode
}

/**
 * Dialog of a form with passwords and a button that shows them. Closes once the server has accepted the
 * form.
 */
function PasswordDialog<Values extends FieldValues, Reply>(
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
      for (const [index, { field, message }] of listFieldErrors(error).entries()) {
        form.setError(field as Path<Values>, { message }, { shouldFocus: index === 0 })
      }
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

/** Returns the fields that the server refused, with its messages. */
function listFieldErrors(error: unknown) {
  const message = serverMessage(error) ?? ''
  if (refusedWith(error, 'administrator_exists')) return [{ field: 'username', message }]
  if (refusedWith(error, 'administrator_email_taken')) return [{ field: 'email', message }]
  return refusedWith(error, 'wrong_present_password')?.errors ?? wrongFields(error)
}
