import { useQuery, type QueryFilters, useMutation, useQueryClient } from '@tanstack/react-query'
import { LogOut } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { call, serverMessage } from '#client/api/call.ts'
import { forgetStoredEmail } from '#client/forms/stored-email.ts'
import { forgetTyped } from '#client/forms/typed-before.ts'
import { useTexts } from '#client/page/use-site.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { lazyChunk } from '#client/ui/lazy-chunk.ts'
import { Container } from '#client/ui/section.tsx'
import { showFailure, showToast } from '#client/ui/toast-store.ts'
import { forgetJoinTokens } from '#features/join-links/public/stored-join-tokens.ts'
import { memberVideos, watchProgressOf } from '#features/library/public/library-queries.ts'
import {
  LibraryFailure,
  LibrarySkeleton,
  MembersBar,
} from '#features/library/public/library-states.tsx'
import { useVisit } from '#features/library/public/use-visit.ts'
import { authStatusKey } from '#features/sign-in/public/session.ts'
import { fetchLibrary } from './fetch-library.ts'

/** Milliseconds for which the library waits for the watch progress before it is shown without. */
const patience = 1000

const LibraryInside = lazyChunk(fetchLibrary, <LibrarySkeleton />, ({ onAgain }) => (
  <LibraryFailure error={null} onRetry={onAgain} />
))

type LibraryProps = {
  email: string | null
  isAdmin: boolean
  /** Whether the title takes the focus: after a login, the button that had the focus is gone. */
  takesFocus: boolean
  /** Returns the time at which the visit to the library began. */
  takeStart: () => number
}

/** The library for members. Its data and its code load in parallel. */
export function Library({ email, isAdmin, takesFocus, takeStart }: LibraryProps) {
  const videos = useQuery(memberVideos)
  const watched = useQuery(watchProgressOf(email))
  const isEarly = useEarly(patience)
  const logout = useLogout(useVisit(email, takeStart))
  const isLoading = videos.isPending || (watched.isLoading && isEarly)
  return (
    <>
      <LibraryHeader
        takesFocus={takesFocus}
        account={isLoading ? undefined : { email, isAdmin, logout }}
      />
      <main id="main">
        <LibraryInside {...{ email, isLoading, videos }} watched={watched.data} />
      </main>
    </>
  )
}

type Account = {
  email: string | null
  isAdmin: boolean
  logout: { isPending: boolean; mutate: () => void }
}

type LibraryHeaderProps = {
  /** The session's account; undefined until the library has loaded. */
  account: Account | undefined
  takesFocus: boolean
}

/** Header of the library: title, role, email, Logout, and the link back to upcoming events. */
function LibraryHeader({ account, takesFocus }: LibraryHeaderProps) {
  const { title } = useTexts().library
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (takesFocus) heading.current?.focus({ preventScroll: true })
  }, [takesFocus])

  return (
    <header className="on-stage pool border-b border-line">
      <MembersBar>{account && <AccountParts account={account} />}</MembersBar>
      <Container className="py-8 sm:py-10">
        <h1 ref={heading} tabIndex={-1} className="text-title wrap-anywhere outline-none">
          {title}
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

/**
 * Returns a mutation that ends the session, deletes the stored email so that the browser does not sign in again, and
 * opens the front page. Runs `beforehand` before the session ends.
 */
function useLogout(beforehand: () => Promise<void>) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const hasLeft = useRef(false)

  // Remove cached queries only after the library has unmounted: a mounted library would refetch them.
  useEffect(
    () => () => {
      if (hasLeft.current) queryClient.removeQueries(personal)
    },
    [queryClient],
  )
  return useMutation({
    async mutationFn() {
      await beforehand()
      return call('POST /api/admin/logout')
    },
    async onSuccess() {
      hasLeft.current = true
      forgetStoredEmail()
      forgetTyped()
      forgetJoinTokens()
      showToast({ title: 'Logged Out', description: 'You have been successfully logged out.' })
      await navigate('/')
      queryClient.removeQueries({ ...personal, type: 'inactive' })
      await queryClient.invalidateQueries({ queryKey: authStatusKey })
    },
    onError(error) {
      showFailure('Logout Failed', serverMessage(error) ?? 'Please try again.')
    },
  })
}

const personal: QueryFilters = {
  predicate: ({ queryKey: [path] }) => typeof path === 'string' && path.startsWith('/api/members/'),
}

/** Returns true for the given milliseconds after mount, as a timeout for optional data. */
function useEarly(milliseconds: number) {
  const [isEarly, setIsEarly] = useState(true)
  useEffect(() => {
    const timer = setTimeout(() => setIsEarly(false), milliseconds)
    return () => clearTimeout(timer)
  }, [milliseconds])
  return isEarly
}
