import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { call, wrongFields } from '#client/api/call.ts'
import { FormField } from '#client/forms/form-field.tsx'
import { submitForm } from '#client/forms/posted-form.tsx'
import { LinkRequestForm } from '#client/forms/link-request-form.tsx'
import { isLinkRefused, LinkFailure, LinkProblem } from '#client/page/mail-link-page.tsx'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { passwordByLinkForm } from '#features/sign-in/contract.ts'
import { shortestPassword } from '#kernel/fields.ts'
import { AdminCard } from './admin-door.tsx'

/** `/admin#/password` requests a mail with a link; the link, `/admin#/password/{token}`, sets a password. */
export function PasswordDoor({ token }: { token: string }) {
  return token ? <ChoosePassword token={token} /> : <ForgotPassword />
}

type PasswordCardProps = { title: string; children: ReactNode }

/** The card of one step of setting or resetting a password. */
function PasswordCard({ title, children }: PasswordCardProps) {
  return (
    <AdminCard title={title} focusesTitle>
      <div className="mt-5 grid justify-items-start gap-5">{children}</div>
    </AdminCard>
  )
}

function ForgotPassword() {
  return (
    <PasswordCard title="Reset your password">
      <p>Enter your recovery email to get a link. It is valid for 15 minutes.</p>
      <LinkRequestForm
        label="Send reset link"
        request={(email) => call('POST /api/admin/password-reset', { body: { email } })}
      />
      <ButtonLink variant="quiet" href="/admin">
        Back to login
      </ButtonLink>
    </PasswordCard>
  )
}

/** Sets a password on POST only, because mail scanners follow links with GET. */
function ChoosePassword({ token }: { token: string }) {
  const [done, setDone] = useState(false)
  const link = useQuery({
    queryKey: ['password-link', token],
    queryFn: () => call('POST /api/admin/password-link', { body: { token } }),
    retry: false,
    enabled: !done,
  })
  if (done) {
    return (
      <PasswordCard title="Your password is set">
        <p>Sign in as {link.data?.username} with your new password.</p>
        <ButtonLink size="large" href="/admin">
          Go to login
        </ButtonLink>
      </PasswordCard>
    )
  }
  if (link.error) {
    const isRefused = isLinkRefused(link.error)
    return (
      <PasswordCard title={isRefused ? 'This link does not work' : 'The link could not be read'}>
        <LinkFailure
          error={link.error}
          elsewhere={{ label: 'Request a new link', href: '/admin#/password' }}
          onTryAgain={() => void link.refetch()}
        />
      </PasswordCard>
    )
  }
  if (!link.data) {
    return (
      <PasswordCard title="Choose a password">
        <output>Checking the link...</output>
      </PasswordCard>
    )
  }
  return <PasswordForm token={token} {...link.data} onDone={() => setDone(true)} />
}

type PasswordFormProps = {
  token: string
  username: string
  purpose: 'reset' | 'invitation'
  onDone: () => void
}

function PasswordForm({ token, username, purpose, onDone }: PasswordFormProps) {
  const [isShown, setShown] = useState(false)
  const form = useForm({
    resolver: zodResolver(passwordByLinkForm),
    defaultValues: { newPassword: '', endKeys: false },
  })
  const saving = useMutation({
    mutationFn: (chosen: { newPassword: string; endKeys?: boolean }) =>
      call('POST /api/admin/password-by-link', { body: { token, ...chosen } }),
    onSuccess: onDone,
  })
  const wrong = wrongFields(saving.error)
  const [first] = wrong
  useEffect(() => {
    if (first) form.setError('newPassword', { message: first.message }, { shouldFocus: true })
  }, [first, form])
  const isReset = purpose === 'reset'
  return (
    <PasswordCard title={isReset ? 'Choose a new password' : 'Choose a password'}>
      <p>
        {isReset ? 'For the administrator ' : 'You are invited as the administrator '}
        <strong className="wrap-anywhere">{username}</strong>.
        {isReset && (
          <span> This signs you out everywhere. Two-factor authentication stays on.</span>
        )}
      </p>
      <FormProvider {...form}>
        <form
          noValidate
          className="grid w-full gap-5"
          onSubmit={submitForm(form, (chosen) => saving.mutate(chosen))}
        >
          {/* Tells password managers for which username to store the password. */}
          <input type="text" autoComplete="username" value={username} readOnly hidden />
          <FormField
            name="newPassword"
            label={isReset ? 'New password' : 'Password'}
            type={isShown ? 'text' : 'password'}
            required
            description={`At least ${shortestPassword} characters.`}
            autoComplete="new-password"
            autoCapitalize="none"
            spellCheck={false}
          />
          <Checkbox
            className="-mt-2"
            label="Show password"
            checked={isShown}
            onChange={({ target }) => setShown(target.checked)}
          />
          {isReset && (
            <Checkbox
              label="End my API keys"
              description="Programs that use your API keys stop working until you create new keys for them."
              {...form.register('endKeys')}
            />
          )}
          {!first && <LinkProblem error={saving.error} />}
          <Button type="submit" size="large" pending={saving.isPending}>
            {saving.isPending ? 'Saving...' : 'Set password'}
          </Button>
        </form>
      </FormProvider>
    </PasswordCard>
  )
}

/**
 * `/admin#/recovery-email/{token}`, which a mail links to: a signed-in administrator confirms a recovery email.
 * Confirms on POST only, because mail scanners follow links with GET.
 */
export function ConfirmRecoveryEmail({ token }: { token: string }) {
  const confirming = useMutation({
    mutationFn: () => call('POST /api/admin/recovery-email/confirm', { body: { token } }),
  })
  const settings = { label: 'To the settings', href: '/admin/settings/administrators' }
  if (confirming.data) {
    return (
      <PasswordCard title="Recovery email confirmed">
        <p className="wrap-anywhere">
          Links that reset your password go to {confirming.data.email}.
        </p>
        <ButtonLink size="large" href={settings.href}>
          {settings.label}
        </ButtonLink>
      </PasswordCard>
    )
  }
  if (isLinkRefused(confirming.error)) {
    return (
      <PasswordCard title="This link does not work">
        <LinkFailure error={confirming.error} elsewhere={settings} />
      </PasswordCard>
    )
  }
  return (
    <PasswordCard title="Confirm your recovery email">
      <p>After you confirm, “Forgot password?” sends its links to this email.</p>
      <LinkProblem error={confirming.error} />
      <Button size="large" pending={confirming.isPending} onClick={() => confirming.mutate()}>
        {confirming.isPending ? 'Confirming...' : 'Confirm'}
      </Button>
    </PasswordCard>
  )
}
