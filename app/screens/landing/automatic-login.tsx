import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { call, CallError } from '#app/api/call.ts'
import { authStatusKey } from '#app/api/queries.ts'
import { forgetStoredEmail } from '#app/api/stored-email.ts'
import { hasBegun, noteBeginning } from './has-begun.ts'
import { KnownLine } from './known-line.tsx'

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

type AutomaticLoginProps = {
  email: string
  mayRedirect: boolean
}

/**
 * Logs in silently with the stored e-mail, and leads to the library from a plain load only, which nobody
 * reads or uses yet; otherwise a line says that they are known. Specification, "Landing page".
 */
export function AutomaticLogin({ email, mayRedirect }: AutomaticLoginProps) {
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
