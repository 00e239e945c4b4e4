import { useEffect, useState } from 'react'

/** A pause this long, in milliseconds, means that the address is typed. */
const pause = 400
const picturePath = /^\/(?![/\\]).+\.(avif|webp|jpe?g|png|svg)$/i

/**
 * The site path of a picture once it is typed; null for what is none. Nothing is asked for while
 * somebody types: each letter would be another picture that is not there.
 */
export function useSettledPicture(address: string): string | null {
  const typed = address.trim()
  const [settled, setSettled] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), pause)
    return () => clearTimeout(timer)
  }, [typed])
  return picturePath.test(settled) ? settled : null
}
