import { type ReactNode, useRef } from 'react'
import { Badge, type BadgeTone } from '#client/ui/badge.tsx'
import { type Retry, RetryButton } from './retry-button.tsx'

type WorkLineProps = {
  label: string
  /** CSS grid classes for the columns of the row on wide screens. */
  grid?: string
  state: { name: string; tone: BadgeTone }
  /** CSS class for the minimum width of the column with the state, as wide as most state names. */
  stateWidth: string
  /** A sentence that says what happened to the row's mail or other background work, such as an error message. */
  sentence: string
  isBad: boolean
  /** The 'Try again' button; false if a retry is not possible. */
  again: Retry | false
  /** Called when the 'Try again' button disappears, to move the focus elsewhere. Default: focuses this list row. */
  onGone?: () => void
  /** Cells of the row before its state, such as recipient and subject. */
  children: ReactNode
}

/** A row in a list of background work, such as sent mails: subject, result, and 'Try again'. */
export function WorkLine({
  label,
  grid = 'lg:grid-cols-[minmax(0,5fr)_minmax(0,5fr)_minmax(0,9fr)]',
  state,
  stateWidth,
  sentence,
  isBad,
  again,
  onGone,
  children,
}: WorkLineProps) {
  const line = useRef<HTMLLIElement>(null)
  return (
    <li
      ref={line}
      tabIndex={-1}
      aria-label={label}
      className={`grid gap-x-5 gap-y-1.5 border-t border-line px-4 py-3 text-small first:border-t-0 sm:px-5 lg:items-center ${grid}`}
    >
      {children}
      <div className="col-span-full flex min-w-0 flex-wrap items-start gap-x-3 gap-y-2 lg:col-span-1 lg:items-center">
        <span className={stateWidth}>
          <Badge tone={state.tone}>{state.name}</Badge>
        </span>
        <p
          className={`min-w-0 grow basis-40 wrap-anywhere figures ${isBad ? 'text-danger' : 'text-muted'}`}
        >
          {sentence}
        </p>
        {again && <RetryButton {...again} onGone={onGone ?? (() => line.current?.focus())} />}
      </div>
    </li>
  )
}
