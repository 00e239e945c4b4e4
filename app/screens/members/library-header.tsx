import { LogOut } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { Container } from '#app/ui/section.tsx'
import { MembersBar } from './members-bar.tsx'

type Account = {
  email: string | null
  isAdmin: boolean
  logout: { isPending: boolean; mutate: () => void }
}

type LibraryHeaderProps = {
  /** Shown once the library is. */
  account: Account | undefined
  takesFocus: boolean
}

/** Title, role, e-mail, Logout and the way back to upcoming events. Specification, "Library". */
export function LibraryHeader({ account, takesFocus }: LibraryHeaderProps) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (takesFocus) title.current?.focus({ preventScroll: true })
  }, [takesFocus])

  return (
    <header className="on-stage pool border-b border-line">
      <MembersBar>{account && <AccountParts account={account} />}</MembersBar>
      <Container className="py-8 sm:py-10">
        <h1 ref={title} tabIndex={-1} className="text-title outline-none">
          Innovation Interview Library
        </h1>
      </Container>
    </header>
  )
}

function AccountParts({ account: { email, isAdmin, logout } }: { account: Account }) {
  return (
    <>
      <p className="order-last flex min-w-0 items-baseline gap-3 text-small text-muted sm:order-none">
        {isAdmin && <Badge tone="accent">ADMIN</Badge>}
        {email !== null && <span className="min-w-0 wrap-anywhere">{email}</span>}
      </p>
      {email !== null && (
        <Link
          to="/me"
          className="inline-flex min-h-11 items-center text-small font-medium text-ink hover:text-glow"
        >
          My page
        </Link>
      )}
      <Button
        variant="secondary"
        pending={logout.isPending}
        onClick={() => logout.mutate()}
        className="px-4! text-small!"
      >
        <LogOut aria-hidden size={16} />
        Logout
      </Button>
    </>
  )
}
