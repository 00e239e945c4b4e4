import { useEffect, useEffectEvent, useRef, useState } from 'react'

/** A press that needs a complete list: done at once, or kept until the list is complete. */
export function useOnceComplete(isComplete: boolean, act: () => void) {
  const isRequested = useRef(false)
  const [isKept, setIsKept] = useState(false)
  const actNow = useEffectEvent(act)
  useEffect(() => {
    if (!isComplete || !isRequested.current) return
    isRequested.current = false
    actNow()
  }, [isComplete])

  function press() {
    if (isComplete) return act()
    isRequested.current = true
    setIsKept(true)
  }
  return { isWaiting: isKept && !isComplete, press }
}
