import { LogOut } from 'lucide-react'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { Container } from '#app/ui/section.tsx'
import { MembersBar } from './members-bar.tsx'

type LibraryHeaderProps = {
  email: string | null
  isAdmin: boolean
  logout: { isPending: boolean; mutate: () => void }
}

/** Title, role, e-mail, Logout and the way back to upcoming events. Specification 2. */
export function LibraryHeader({ email, isAdmin, logout }: LibraryHeaderProps) {
  return (
    <header className="on-stage pool border-b border-line">
      <MembersBar>
        <Button
          variant="secondary"
          pending={logout.isPending}
          onClick={() => logout.mutate()}
          className="px-4! text-small!"
        >
          <LogOut aria-hidden size={16} />
          Logout
        </Button>
      </MembersBar>
      <Container className="pt-10 pb-9 sm:pt-14 sm:pb-12">
        <h1 className="text-title">Innovation Interview Library</h1>
        <p className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-2 text-small text-muted">
          {isAdmin && <Badge tone="accent">ADMIN</Badge>}
          {email !== null && <span className="min-w-0 wrap-anywhere">{email}</span>}
        </p>
      </Container>
    </header>
  )
}
