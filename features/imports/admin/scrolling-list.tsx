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
 * Renders one line of a scrolling list. With CSS `content-visibility`, browsers lay out lines only near the visible
 * part. The first lines are always laid out, so that the height of the list does not change under the pointer.
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
