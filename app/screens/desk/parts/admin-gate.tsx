import type { ReactNode } from 'react'
import { authStatusOnAdmin } from '#app/api/queries.ts'
import { useAuthStatus } from '#app/api/use-auth-status.ts'
import { AdminDoor } from './admin-door.tsx'
import { AdminLogin } from './admin-login.tsx'

type AdminGateProps = {
  /** What the page is, for those who do not see it. */
  title?: string
  login?: ReactNode
  children: ReactNode
}

/**
 * Shows its children to administrators only, everybody else a login card. Specification, "Admin area".
 */
export function AdminGate({
  title = 'Admin Dashboard',
  login = <AdminLogin />,
  children,
}: AdminGateProps) {
  const { status, isChecking } = useAuthStatus(authStatusOnAdmin)
  if (status?.isAdmin) return children
  if (!isChecking) return login
  return (
    <AdminDoor>
      <h1 className="sr-only">{title}</h1>
      <output className="flex items-center gap-3 text-lead">
        <span aria-hidden className="size-2.5 animate-breathe rounded-full bg-accent" />
        Checking authentication...
      </output>
      <noscript>The desk needs JavaScript: please switch it on and load the page again.</noscript>
    </AdminDoor>
  )
}
