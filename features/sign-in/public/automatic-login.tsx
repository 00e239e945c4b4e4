import { useQueryClient } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { useNavigate, Link } from 'react-router'
import { call, CallError } from '#client/api/call.ts'
import { forgetStoredEmail } from '#client/forms/stored-email.ts'
import { textLinkStyle } from '#client/ui/text-link.ts'
import { authStatusKey } from './session.ts'

/**
 * Runs `work` in one tab at a time: each login replaces the session, so a simultaneous login with the same
 * cookie would find it gone. The Web Locks API needs HTTPS; without HTTPS, `work` runs immediately.
 */
function oneTabAtATime<Result>(work: () => Promise<Result>): Promise<Result> {
  return 'locks' in navigator ? navigator.locks.request('automatic-login', work) : work()
}

/** Logs in with this email, unless the browser already has a session with it. */
async function logIn(email: string) {
  const { hasVideoAccess, userEmail } = await call('GET /api/auth/status')
  if (hasVideoAccess && userEmail === email.trim().toLowerCase()) return
  await call('POST /api/video-access/login', { body: { email } })
}

/**
 * Logs the visitor in with the email that the browser stored. If the visitor has opened this page directly and not used
 * it yet, redirects to the library; otherwise shows a line with a link to the library.
 */
export function AutomaticLogin({ email, mayRedirect }: { email: string; mayRedirect: boolean }) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const [isKnown, setIsKnown] = useState(false)

  const enter = useEffectEvent(() => {
    // Cancel the running request for the session's status, whose answer would predate the login.
    const queryKey = authStatusKey
    void queryClient
      .cancelQueries({ queryKey })
      .then(() => queryClient.invalidateQueries({ queryKey }))
    if (mayRedirect && !hasInteracted()) void navigate('/members')
    else setIsKnown(true)
  })

  useEffect(() => {
    let isHere = true
    const forget = watchInteraction()
    oneTabAtATime(() => logIn(email)).then(
      () => isHere && enter(),
      (error: unknown) => {
        if (error instanceof CallError && error.status === 404) forgetStoredEmail()
      },
    )
    return () => {
      isHere = false
      forget()
    }
  }, [email])
  return isKnown && <KnownLine />
}

const signs = ['scroll', 'wheel', 'touchmove', 'pointerdown', 'keydown', 'input'] as const

let isNoted = false

/** Starts to record whether the visitor scrolls, presses or types. Returns a function that stops recording. */
function watchInteraction(): () => void {
  const note = () => (isNoted = true)
  for (const sign of signs) window.addEventListener(sign, note, { capture: true, passive: true })
  return () => {
    for (const sign of signs) window.removeEventListener(sign, note, { capture: true })
  }
}

/** Returns whether the visitor has scrolled, clicked or typed on this page, including before hydration. */
function hasInteracted(): boolean {
  const isElsewhere = document.activeElement !== document.body
  // Older browsers throw an error for unknown CSS selectors.
  const knowsPopovers = CSS.supports('selector(:popover-open)')
  const isOpen = knowsPopovers && document.querySelector(':popover-open') !== null
  return isNoted || window.scrollY > 0 || isElsewhere || isOpen
}

/** Renders a line that says that the member is logged in, with a link to the library. */
function KnownLine() {
  const [isShown, setIsShown] = useState(true)
  if (!isShown) return null
  return (
    <output className="fixed bottom-3 left-3 z-30 flex max-w-[calc(100%-1.5rem)] animate-lights-up items-center rounded-md border border-line bg-raised pl-4 text-small text-ink shadow-float">
      <span>
        You are signed in.{' '}
        <Link to="/members" className={`inline-flex min-h-11 items-center ${textLinkStyle}`}>
          Open the video library
        </Link>
      </span>
      <button
        type="button"
        aria-label="Hide"
        onClick={() => setIsShown(false)}
        className="grid size-11 shrink-0 place-items-center text-muted hover:text-ink"
      >
        <X aria-hidden size={16} />
      </button>
    </output>
  )
}
