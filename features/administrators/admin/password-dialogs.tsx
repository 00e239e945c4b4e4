import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { call } from '#client/api/call.ts'
import { FormField } from '#client/forms/form-field.tsx'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { showToast } from '#client/ui/toast-store.ts'
import {
  type AdministratorRow,
  newAdministratorForm,
  passwordForm,
} from '#features/administrators/contract.ts'
import { recoveryEmailForm } from '#features/sign-in/contract.ts'
import { shortestPassword } from '#kernel/fields.ts'
import { PasswordDialog, PresentPassword } from './password-dialog.tsx'
import { RoleField } from './change-role-dialog.tsx'

const asTyped = { autoCapitalize: 'none', spellCheck: false } as const

export function AddAdministratorDialog({ onClose }: { onClose: () => void }) {
  const form = useForm({
    resolver: zodResolver(newAdministratorForm),
    defaultValues: { username: '', email: '', password: '', role: 'owner', presentPassword: '' },
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
          <RoleField />
          <PresentPassword
            label="Your password"
            description="The password of your own account, as confirmation."
            type={type}
          />
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
            : 'You are signed out everywhere else.',
        })
        if (endKeys) void queryClient.invalidateQueries({ queryKey: ['/api/admin/keys'] })
      }}
      button={{ idle: 'Change password', pending: 'Changing...' }}
      onClose={onClose}
    >
      {(type) => (
        <>
          {/* Password managers store the new password under this username. */}
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
            description="Programs that use your API keys stop working until you create new keys for them."
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
