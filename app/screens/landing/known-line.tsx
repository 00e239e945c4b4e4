import { X } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'

/** For a member who reads on: that they are known, and the way to the library. Specification, "Landing page". */
export function KnownLine() {
  const [isShown, setIsShown] = useState(true)
  if (!isShown) return null
  return (
    <output className="fixed bottom-3 left-3 z-30 flex max-w-[calc(100%-1.5rem)] animate-lights-up items-center rounded-md border border-line bg-raised pl-4 text-small text-ink shadow-float">
      <span>
        You are known here.{' '}
        <Link
          to="/members"
          className="inline-flex min-h-11 items-center font-semibold text-glow underline underline-offset-4"
        >
          To the video library
        </Link>
      </span>
      <button
        type="button"
        aria-label="Hide this line"
        onClick={() => setIsShown(false)}
        className="grid size-11 shrink-0 place-items-center text-muted hover:text-ink"
      >
        <X aria-hidden size={16} />
      </button>
    </output>
  )
}
