import { type ComponentType, createElement, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { loadedPath } from '#app/api/loaded-path.ts'
import { readStoredEmail } from '#app/api/stored-email.ts'
import { opensByItself } from './use-open-once.ts'

type Props = { email: string; mayRedirect: boolean }

let hasRun = false

/** Once for each full load of a landing path, where an e-mail is stored: its code is no part of the first view. */
export function useAutomaticLogin({ mayRedirect }: { mayRedirect: boolean }) {
  const { pathname, hash } = useLocation()
  const [known, setKnown] = useState<{ email: string; Login: ComponentType<Props> }>()
  useEffect(() => {
    const isFirst = !hasRun
    hasRun = true
    const email = readStoredEmail()
    if (!isFirst || !email || (loadedPath() ?? pathname) !== pathname) return
    import('./automatic-login.tsx').then(
      ({ AutomaticLogin: Login }) => setKnown({ email, Login }),
      () => {},
    )
  }, [pathname])
  const isPlain = !hash && !opensByItself(pathname)
  return (
    known && createElement(known.Login, { email: known.email, mayRedirect: mayRedirect && isPlain })
  )
}
