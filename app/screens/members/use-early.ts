import { useEffect, useState } from 'react'

/** True for the first so many milliseconds: how long a page waits for what it can do without. */
export function useEarly(milliseconds: number) {
  const [isEarly, setIsEarly] = useState(true)
  useEffect(() => {
    const timer = setTimeout(() => setIsEarly(false), milliseconds)
    return () => clearTimeout(timer)
  }, [milliseconds])
  return isEarly
}
