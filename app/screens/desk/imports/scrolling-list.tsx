import type { ReactNode } from 'react'

type ScrollingListProps = { label: string; className?: string; children: ReactNode }

/** A list that scrolls by itself; the keyboard can enter it to do so. */
export function ScrollingList({ label, className = '', children }: ScrollingListProps) {
  return (
    <section
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- arrow keys scroll it
      tabIndex={0}
      className={`overflow-y-auto rounded-md border border-line bg-canvas text-small ${className}`}
    >
      <ul>{children}</ul>
    </section>
  )
}

/** One line of it; those out of sight cost nothing to draw. */
export function ScrollingLine({
  className = '',
  children,
}: {
  className?: string
  children: ReactNode
}) {
  return (
    <li
      className={`border-b border-line px-3 py-2 wrap-anywhere [contain-intrinsic-size:auto_1lh] [content-visibility:auto] last:border-0 ${className}`}
    >
      {children}
    </li>
  )
}
