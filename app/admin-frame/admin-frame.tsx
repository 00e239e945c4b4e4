import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { LogOut, RefreshCw } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { Brand } from '#client/page/site-header.tsx'
import { Button } from '#client/ui/button.tsx'
import { Container } from '#client/ui/section.tsx'
import { useAdminLogout } from '#features/administrators/admin/admin-session.ts'
import { HeldMails } from '#features/event-mails/admin/held-mails.tsx'
import {
  authStatusOnAdmin,
  useAuthStatus,
  authStatusKey,
} from '#features/sign-in/public/session.ts'
import { useKeptPlace } from './use-kept-place.ts'

/** What stands around every room: whose admin area it is, the way out, and the way to every other room. */
export function AdminFrame({ children }: { children: ReactNode }) {
  useKeptPlace()
  // The page of the attendee import is shown to visitors as well.
  const isAdmin = useAuthStatus(authStatusOnAdmin).status?.isAdmin === true
  return (
    <div className="flex min-h-dvh flex-col">
      <AdminHeader isAdmin={isAdmin} />
      {isAdmin && <AdminNav />}
      <main id="main" className="grow pt-7 pb-20 sm:pt-10">
        <Container>
          {isAdmin && <HeldMails />}
          {children}
        </Container>
      </main>
    </div>
  )
}

/** The name of the series, and Logout for whoever is logged in. Specification, "Admin area". */
function AdminHeader({ isAdmin }: { isAdmin: boolean }) {
  const logout = useAdminLogout()
  return (
    <header className="on-stage border-b border-line print:hidden">
      <Container className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-2">
        <Brand />
        {isAdmin && (
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

/** The rooms of the admin area in the order in which they are led to. */
const adminRooms = [
  { path: '/admin', name: 'Dashboard' },
  { path: '/admin/events', name: 'Events' },
  { path: '/admin/people', name: 'People' },
  { path: '/admin/messages', name: 'Messages' },
  { path: '/admin/announcements', name: 'Announcements' },
  { path: '/admin/seats', name: 'Seats' },
  { path: '/admin/mailing-list', name: 'Mailing list' },
  { path: '/admin/imports', name: 'Imports' },
  { path: '/admin/figures', name: 'Figures' },
  { path: '/admin/log', name: 'Log' },
  { path: '/admin/site', name: 'Site' },
  { path: '/admin/integrations', name: 'Integrations' },
  { path: '/admin/settings', name: 'Settings' },
]

/** What has an address of its own outside the room that it belongs to. */
const elsewhere: Record<string, string> = {
  '/attendee-import': '/admin/imports',
  '/bulk-import': '/admin/imports',
  '/admin/setup': '/admin/settings',
}

/** Whether a page belongs to the room at a path: its own, or one below it. */
function isInRoom(path: string, pathname: string): boolean {
  if (path === '/admin') return pathname === path
  const place = Object.keys(elsewhere).find(
    (one) => pathname === one || pathname.startsWith(`${one}/`),
  )
  return (
    (place && elsewhere[place]) === path || pathname === path || pathname.startsWith(`${path}/`)
  )
}

/** The way to every room, always in reach, and what reads the present one anew. */
function AdminNav() {
  const { pathname } = useLocation()
  const room = adminRooms.find(({ path }) => isInRoom(path, pathname))?.path
  const strip = useRef<HTMLElement>(null)
  // On a telephone only some of the names are in sight: the present one is.
  useEffect(() => {
    const area = strip.current
    const link = area?.querySelector<HTMLElement>(`a[href="${room}"]`)
    if (area && link) area.scrollLeft = link.offsetLeft - (area.clientWidth - link.offsetWidth) / 2
  }, [room])
  return (
    <div className="sticky top-0 z-20 border-b border-line bg-canvas print:hidden">
      <Container className="flex items-center gap-3">
        <nav
          ref={strip}
          aria-label="Admin area"
          className="relative -ml-2.5 min-w-0 grow overflow-x-auto [scrollbar-width:none] [mask-image:linear-gradient(to_right,black_calc(100%-1.75rem),transparent)]"
        >
          <ul className="flex w-max pr-7">
            {adminRooms.map(({ path, name }) => (
              <li key={path}>
                <Link
                  to={path}
                  // A page that belongs to the room, such as the editor of an event, is not the room's own.
                  aria-current={path === room ? (path === pathname ? 'page' : 'true') : undefined}
                  className={adminNavLook}
                >
                  {name}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <RefreshButton />
      </Container>
    </div>
  )
}

/** How everything in the bar of rooms looks. */
const adminNavLook =
  'inline-flex min-h-11 items-center gap-2 border-b-2 border-transparent px-2.5 text-small font-medium whitespace-nowrap text-muted -outline-offset-3 hover:text-glow aria-[current]:border-accent-edge aria-[current]:text-ink'

/** Reads what is shown anew; what other rooms hold is read anew when one goes there. */
function RefreshButton() {
  const queryClient = useQueryClient()
  const isFetching = useIsFetching() > 0
  return (
    <button
      type="button"
      aria-disabled={isFetching || undefined}
      onClick={() =>
        isFetching ||
        void queryClient.invalidateQueries({
          predicate: ({ queryKey }) => queryKey[0] !== authStatusKey[0],
        })
      }
      className={`shrink-0 ${adminNavLook} aria-disabled:opacity-60`}
    >
      <RefreshCw aria-hidden size={16} className={isFetching ? 'animate-breathe' : ''} />
      <span className="max-sm:sr-only">Refresh</span>
    </button>
  )
}
