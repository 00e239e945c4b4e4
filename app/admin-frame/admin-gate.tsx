import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, type FormEvent, useState, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { Button } from '#client/ui/button.tsx'
import { Field } from '#client/ui/field.tsx'
import { lazyChunk, lazyDialog } from '#client/ui/lazy-chunk.ts'
import {
  factorField,
  useAdminLogin,
  useAdminLogout,
} from '#features/administrators/admin/admin-session.ts'
import {
  authStatusKey,
  authStatusOnAdmin,
  useAuthStatus,
} from '#features/sign-in/public/session.ts'
import { AdminCard, AdminDoor } from './admin-door.tsx'

const FactorDialog = lazyDialog(
  async () => (await import('#features/administrators/admin/factor-dialog.tsx')).FactorDialog,
)

const PasswordDoor = lazyChunk(async () => (await import('./password-door.tsx')).PasswordDoor)
const ConfirmRecoveryEmail = lazyChunk(
  async () => (await import('./password-door.tsx')).ConfirmRecoveryEmail,
)

const subscribeToNothing = () => () => {}

type AdminGateProps = {
  /** Page name for screen readers. */
  title?: string
  login?: ReactNode
  children: ReactNode
}

/**
 * Shows its children to administrators, and a login card to all others.
 */
export function AdminGate({
  title = 'Admin Dashboard',
  login = <AdminLogin />,
  children,
}: AdminGateProps) {
  const { status, isChecking } = useAuthStatus(authStatusOnAdmin)
  const [isSettingFactor, setSettingFactor] = useState(false)
  const location = useLocation()
  const isHydrated = useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  )
  const hash = isHydrated ? location.hash : ''
  // Browsers do not send the part of a URL after `#`, so the token is in no server log and no Referer header.
  const [, page, token] = /^#\/(password|recovery-email)(?:\/([\w-]+))?$/.exec(hash) ?? []
  if (hash.startsWith('#/password')) return <PasswordDoor key={token} token={token ?? ''} />
  if (status?.needsFactor || isSettingFactor) return <FactorFirst onDialog={setSettingFactor} />
  if (status?.isAdmin && page && token) return <ConfirmRecoveryEmail token={token} />
  if (status?.isAdmin) return children
  if (!isChecking) return login
  return (
    <AdminDoor>
      <h1 className="sr-only">{title}</h1>
      <output className="flex items-center gap-3 text-lead">
        <span aria-hidden className="size-2.5 animate-breathe rounded-full bg-accent" />
        Checking authentication...
      </output>
      <noscript>The admin area needs JavaScript. Please switch it on and reload the page.</noscript>
    </AdminDoor>
  )
}

/**
 * Lets an administrator set up two-factor authentication if the site requires it. The dialog stays open until the
 * administrator has saved the recovery codes, although the session is already signed in by then.
 */
function FactorFirst({ onDialog }: { onDialog: (isOpen: boolean) => void }) {
  const queryClient = useQueryClient()
  const logout = useAdminLogout()
  const [isOpen, setOpen] = useState(false)
  function open(next: boolean) {
    setOpen(next)
    onDialog(next)
  }
  return (
    <AdminCard title="One more step">
      <p className="mt-3 text-muted">
        This site requires two-factor authentication: a password and a code from an authenticator
        app.
      </p>
      <div className="mt-7 flex flex-wrap gap-3">
        <Button onClick={() => open(true)}>Set up two-factor authentication</Button>
        <Button variant="secondary" pending={logout.isPending} onClick={() => logout.mutate()}>
          Logout
        </Button>
      </div>
      {isOpen && (
        <FactorDialog
          hasFactor={false}
          onClose={() => {
            void queryClient
              .invalidateQueries({ queryKey: authStatusKey })
              .finally(() => open(false))
          }}
        />
      )}
    </AdminCard>
  )
}

/** Link for administrators who forgot their password, below the login forms of `/admin` and `/bulk-import`. */
export function ForgotPasswordLink() {
  return (
    <a
      href="/admin#/password"
      className="inline-flex min-h-6 justify-self-start text-small text-glow underline underline-offset-4"
    >
      Forgot password?
    </a>
  )
}

/** The login form with username and password, both required. */
function AdminLogin() {
  const login = useAdminLogin()
  const [missing, setMissing] = useState<{ username?: string; password?: string }>({})

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (login.isPending) return
    const form = event.currentTarget
    const fields = new FormData(form)
    const [username, password] = [fields.get('username'), fields.get('password')].map(String)
    const typed = fields.get('factor')
    const factor = typeof typed === 'string' ? typed : undefined
    const found = {
      ...(!username?.trim() && { username: 'Username is required' }),
      ...(!password && { password: 'Password is required' }),
    }
    setMissing(found)
    const [first] = Object.keys(found)
    if (first) form.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
    else
      login.mutate({
        username: username!.trim(),
        password: password!,
        factor,
      })
  }

  return (
    <AdminCard title="Admin Login">
      <form noValidate onSubmit={submit} className="mt-7 grid gap-5">
        <Field
          label="Username"
          name="username"
          required
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          error={missing.username}
        />
        <Field
          label="Password"
          name="password"
          type="password"
          required
          autoComplete="current-password"
          error={missing.password}
        />
        {login.asksFactor && <Field {...factorField} />}
        <Button type="submit" size="large" pending={login.isPending}>
          {login.isPending ? 'Logging in...' : 'Login'}
        </Button>
        <ForgotPasswordLink />
      </form>
    </AdminCard>
  )
}
