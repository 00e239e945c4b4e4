import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { call, CallError } from '#app/api/call.ts'
import { loadedPath } from '#app/api/loaded-path.ts'
import { authStatusKey } from '#app/api/queries.ts'
import { forgetStoredEmail, readStoredEmail } from '#app/api/stored-email.ts'
import { opensByItself } from './use-open-once.ts'

let hasRun = false

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
 * Logs in silently with the stored e-mail, once for each full load of a landing path, and leads to
 * the library from a plain load only. decisions.md, "Landing page".
 */
export function useAutomaticLogin({ mayRedirect }: { mayRedirect: boolean }) {
  const { pathname, hash } = useLocation()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const isPlain = !hash && !opensByItself(pathname)

  const enter = useEffectEvent(() => {
    // A first request still under way would be joined, and answer as before the login.
    const queryKey = authStatusKey
    void queryClient
      .cancelQueries({ queryKey })
      .then(() => queryClient.invalidateQueries({ queryKey }))
    const isStillHere = window.location.pathname === pathname
    if (isPlain && mayRedirect && isStillHere) void navigate('/members')
  })

  useEffect(() => {
    const isFirst = !hasRun
    hasRun = true
    const email = readStoredEmail()
    if (!isFirst || !email || (loadedPath() ?? pathname) !== pathname) return
    oneTabAtATime(() => logIn(email)).then(enter, (error: unknown) => {
      if (error instanceof CallError && error.status === 404) forgetStoredEmail()
    })
  }, [pathname])
}
