import { useEffect, useEffectEvent, useRef, useState } from 'react'

/** A press that needs a complete list: done at once, or kept until the list is complete. */
export function useOnceComplete(isComplete: boolean, act: () => void) {
  const isOwed = useRef(false)
  const [isKept, setIsKept] = useState(false)
  const actNow = useEffectEvent(act)
  useEffect(() => {
    if (!isComplete || !isOwed.current) return
    isOwed.current = false
    actNow()
  }, [isComplete])

  function press() {
    if (isComplete) return act()
    isOwed.current = true
    setIsKept(true)
  }
  return { isWaiting: isKept && !isComplete, press }
}
