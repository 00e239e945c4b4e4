import type { ReactNode } from 'react'

type ScrollingListProps = { label: string; className?: string; children: ReactNode }

/** Renders a scrolling list that can receive the focus, so that arrow keys scroll it. */
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

/**
 * Renders one line of a scrolling list. The browser does not lay out lines out of sight. It always lays out
 * the first lines, so that the list keeps its height and nothing below it moves while a user presses it.
 */
export function ScrollingLine({
  className = '',
  children,
}: {
  className?: string
  children: ReactNode
}) {
  return (
    <li
      className={`border-b border-line px-3 py-2 wrap-anywhere last:border-0 nth-[n+12]:[contain-intrinsic-size:auto_1lh] nth-[n+12]:[content-visibility:auto] ${className}`}
    >
      {children}
    </li>
  )
}
