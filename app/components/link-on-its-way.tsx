import { MailCheck } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'

/** Takes the place of what asked for the link, and the focus that this had. */
export function LinkOnItsWay({ children }: { children: ReactNode }) {
  const text = useRef<HTMLOutputElement>(null)
  useEffect(() => text.current?.focus({ preventScroll: true }), [])
  return (
    <output
      ref={text}
      tabIndex={-1}
      className="flex items-start gap-3 rounded-md border border-line bg-surface p-4 text-left text-base text-ink"
    >
      <MailCheck aria-hidden size={22} className="mt-0.5 shrink-0 text-glow" />
      <span>{children}</span>
    </output>
  )
}
