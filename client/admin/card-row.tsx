import type { ComponentProps, ReactNode } from 'react'
import { ForRole } from './for-role.tsx'

type CardRowProps = Omit<ComponentProps<'li'>, 'className'> & {
  /** Name of the row for screen readers. */
  label: string
  /** Buttons at the end of the row, for editors and owners. */
  buttons: ReactNode
}

/** A row of a list in a card: texts, then buttons that change the row. */
export function CardRow({ label, buttons, children, ...rest }: CardRowProps) {
  return (
    <li
      {...rest}
      aria-label={label}
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2.5 border-t border-line px-4 py-3 first:border-t-0 sm:px-5"
    >
      <div className="min-w-0 grow basis-48">{children}</div>
      <ForRole needs="editor">
        <div className="flex flex-wrap gap-2.5">{buttons}</div>
      </ForRole>
    </li>
  )
}
