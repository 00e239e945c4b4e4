import { type ReactNode, useEffect, useRef } from 'react'

/** The heading of the form's place. When what it says changes, it has the focus and is read out. */
export function PartTitle({ children }: { children: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef<ReactNode>(children)
  useEffect(() => {
    if (shown.current === children) return
    shown.current = children
    heading.current?.focus()
  }, [children])
  return (
    <h2 ref={heading} tabIndex={-1} className="text-heading wrap-anywhere outline-none">
      {children}
    </h2>
  )
}
