import { LogOut } from 'lucide-react'
import { authStatusOnAdmin } from '#app/api/queries.ts'
import { useAuthStatus } from '#app/api/use-auth-status.ts'
import { Brand } from '#app/components/brand.tsx'
import { Button } from '#app/ui/button.tsx'
import { Container } from '#app/ui/section.tsx'
import { useAdminLogout } from './use-admin-logout.ts'

/** The name of the series, and Logout for whoever is logged in. Specification, "Admin area". */
export function AdminHeader() {
  const { status } = useAuthStatus(authStatusOnAdmin)
  const logout = useAdminLogout()
  return (
    <header className="on-stage border-b border-line print:hidden">
      <Container className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-2">
        <Brand />
        {status?.isAdmin && (
          <Button
            variant="quiet"
            className="px-0! text-small!"
            pending={logout.isPending}
            onClick={() => logout.mutate()}
          >
            <LogOut aria-hidden size={17} />
            Logout
          </Button>
        )}
      </Container>
    </header>
  )
}
