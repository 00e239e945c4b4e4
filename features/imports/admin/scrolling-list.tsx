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

/**
 * One line of it; those out of sight cost nothing to draw. The first ones fill the list's height and
 * are always drawn, so that nothing below the list moves under a press.
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
