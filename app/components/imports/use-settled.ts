import { useEffect, useState } from 'react'

/** The value once it has rested for so many milliseconds; an empty one at once. */
export function useSettled(value: string, rest = 400): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), value === '' ? 0 : rest)
    return () => clearTimeout(timer)
  }, [value, rest])
  return settled
}
