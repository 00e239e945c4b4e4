import { useEffect, useEffectEvent, type ComponentType, createElement, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { loadedPath } from '#client/api/loaded-path.ts'
import { readStoredEmail } from '#client/forms/stored-email.ts'
import { decodeHash } from '#client/ui/decode-hash.ts'
import { readRegisterToWatch } from '#features/registrations/public/register-to-watch.ts'
import { openingPaths } from '#kernel/front-page.ts'

let hasOpened = false

/** Returns whether the registration dialog opens automatically at a path. */
function opensByItself(path: string) {
  return openingPaths.includes(path.replace(/\/$/, ''))
}

/** Calls `open` at paths that open the registration dialog, once per page load. */
export function useOpenOnce(open: () => void) {
  const { pathname } = useLocation()
  const openNow = useEffectEvent(open)
  useEffect(() => {
    if (hasOpened || !opensByItself(pathname)) return
    hasOpened = true
    openNow()
  }, [pathname])
}

type LoginProps = { email: string; mayRedirect: boolean }

let hasRun = false

/**
 * Signs a member in with the email that the browser has stored, once per page load. The code is not part of the
 * initial bundle.
 */
export function useAutomaticLogin({ mayRedirect }: { mayRedirect: boolean }) {
  const { pathname, hash } = useLocation()
  const [known, setKnown] = useState<{ email: string; Login: ComponentType<LoginProps> }>()
  useEffect(() => {
    const isFirst = !hasRun
    hasRun = true
    const email = readStoredEmail()
    if (!isFirst || !email || (loadedPath() ?? pathname) !== pathname) return
    import('#features/sign-in/public/automatic-login.tsx').then(
      ({ AutomaticLogin: Login }) => setKnown({ email, Login }),
      () => {},
    )
  }, [pathname])
  const isPlain = !hash && !opensByItself(pathname)
  return (
    known && createElement(known.Login, { email: known.email, mayRedirect: mayRedirect && isPlain })
  )
}

/**
 * Calls `open` once if the visitor pressed 'Register for Free Access' in the video library to come to this page. A
 * reload does not call `open` again.
 */
export function useRegisterToWatch(open: (eventId: number) => void) {
  const here = useLocation()
  const navigate = useNavigate()
  const eventId = readRegisterToWatch(here.state)
  const isAsked = eventId !== undefined
  const openNow = useEffectEvent(() => {
    open(eventId ?? 0)
    // Do not navigate to '.', which for an index route becomes `/?index`.
    void navigate(here, { replace: true })
  })
  useEffect(() => {
    if (isAsked) openNow()
  }, [isAsked])
}

/** Delay in milliseconds before scrolling to the element of the URL's hash. */
const hashScrollDelay = 100

/** Scrolls to the element in the URL's hash once completed events are loaded. */
export function useHashScroll(isReady: boolean) {
  const { hash, key } = useLocation()
  useEffect(() => {
    const id = decodeHash(hash)
    if (!id || !isReady) return undefined
    const isFollowed = key !== 'default'
    const timer = setTimeout(() => scrollToElement(id, isFollowed), hashScrollDelay)
    return () => clearTimeout(timer)
  }, [hash, key, isReady])
}

/**
 * Scrolls to an element and opens the disclosure around it. Only a followed link needs `takesFocus`: on page load,
 * browsers move the focus automatically.
 */
function scrollToElement(id: string, takesFocus: boolean) {
  const element = document.getElementById(id)
  if (!element) return
  element.closest('details')?.setAttribute('open', '')
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
  element.scrollIntoView({ behavior: isCalm ? 'instant' : 'smooth' })
  if (!takesFocus) return
  if (element.tabIndex < 0 && !element.hasAttribute('tabindex')) element.tabIndex = -1
  element.focus({ preventScroll: true })
}
