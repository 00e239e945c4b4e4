import { useEffect, useEffectEvent } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { readRegisterToWatch } from '#app/components/register-to-watch.ts'

/** Calls `open` for 'Register for Free Access' of the library, once: a reload opens nothing again. */
export function useRegisterToWatch(open: (eventId: number) => void) {
  const { state } = useLocation()
  const navigate = useNavigate()
  const asked = readRegisterToWatch(state)
  const isAsked = asked !== undefined
  const openNow = useEffectEvent(() => {
    open(asked ?? 0)
    void navigate('.', { replace: true })
  })
  useEffect(() => {
    if (isAsked) openNow()
  }, [isAsked])
}
