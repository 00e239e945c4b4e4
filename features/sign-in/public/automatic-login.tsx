import { useQueryClient } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { useNavigate, Link } from 'react-router'
import { call, CallError } from '#client/api/call.ts'
import { forgetStoredEmail } from '#client/forms/stored-email.ts'
import { textLinkStyle } from '#client/ui/text-link.ts'
import { authStatusKey } from './session.ts'

/**
 * A login replaces the session, so that of two with one cookie the second would find it gone: tabs that
 * a browser opens at once take turns. Browsers know locks behind https only.
 */
function oneTabAtATime<Result>(work: () => Promise<Result>): Promise<Result> {
  return 'locks' in navigator ? navigator.locks.request('automatic-login', work) : work()
}

/** Logs in, unless this browser's session holds the e-mail already: it keeps what it has. */
async function logIn(email: string) {
  const { hasVideoAccess, userEmail } = await call('GET /api/auth/status')
  if (hasVideoAccess && userEmail === email.trim().toLowerCase()) return
  await call('POST /api/video-access/login', { body: { email } })
}

/**
 * Logs in silently with the stored e-mail, and leads to the library from a plain load only, which nobody
 * reads or uses yet; otherwise a line says that they are known. Specification, "Front page".
 */
export function AutomaticLogin({ email, mayRedirect }: { email: string; mayRedirect: boolean }) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const [isKnown, setIsKnown] = useState(false)

  const enter = useEffectEvent(() => {
    // A first request still under way would be joined, and answer as before the login.
    const queryKey = authStatusKey
    void queryClient
      .cancelQueries({ queryKey })
      .then(() => queryClient.invalidateQueries({ queryKey }))
    if (mayRedirect && !hasBegun()) void navigate('/members')
    else setIsKnown(true)
  })

  useEffect(() => {
    let isHere = true
    const forget = noteBeginning()
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

/** Notes from now on that somebody scrolls, presses or types; returns how to stop. */
function noteBeginning(): () => void {
  const note = () => (isNoted = true)
  for (const sign of signs) window.addEventListener(sign, note, { capture: true, passive: true })
  return () => {
    for (const sign of signs) window.removeEventListener(sign, note, { capture: true })
  }
}

/** Whether somebody reads or uses the page already; what was done before the scripts came counts too. */
function hasBegun(): boolean {
  const isElsewhere = document.activeElement !== document.body
  // Older browsers throw for a selector that they do not know.
  const knowsPopovers = CSS.supports('selector(:popover-open)')
  const isOpen = knowsPopovers && document.querySelector(':popover-open') !== null
  return isNoted || window.scrollY > 0 || isElsewhere || isOpen
}

/** For a member who reads on: that they are known, and the way to the library. Specification, "Front page". */
function KnownLine() {
  const [isShown, setIsShown] = useState(true)
  if (!isShown) return null
  return (
    <output className="fixed bottom-3 left-3 z-30 flex max-w-[calc(100%-1.5rem)] animate-lights-up items-center rounded-md border border-line bg-raised pl-4 text-small text-ink shadow-float">
      <span>
        You are known here.{' '}
        <Link to="/members" className={`inline-flex min-h-11 items-center ${textLinkStyle}`}>
          To the video library
        </Link>
      </span>
      <button
        type="button"
        aria-label="Hide this line"
        onClick={() => setIsShown(false)}
        className="grid size-11 shrink-0 place-items-center text-muted hover:text-ink"
      >
        <X aria-hidden size={16} />
      </button>
    </output>
  )
}
