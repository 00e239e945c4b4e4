import type { ReactNode } from 'react'
import { eventPath } from '#kernel/slug.ts'

type EventLineProps = {
  event: { title: string; slug: string; when: string | null }
  badge: ReactNode
  /** A sentence below the event's time. */
  note?: ReactNode
  buttons: ReactNode
  children?: ReactNode
}

/** An event in the person's list of seats or waiting lists, with its time and buttons. */
export function EventLine({ event, badge, note, buttons, children }: EventLineProps) {
  const { title, slug, when } = event
  return (
    <li aria-label={title} className="grid gap-3 border-t border-line px-5 py-5 first:border-t-0">
      <div>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <a
            href={eventPath(slug)}
            className="inline-block min-h-6 font-semibold wrap-anywhere underline decoration-line-strong decoration-1 underline-offset-4 hover:text-glow"
          >
            <bdi>{title}</bdi>
          </a>
          {badge}
        </p>
        {when && <p className="mt-1 text-small text-muted figures">{when}</p>}
        {note && <p className="mt-2">{note}</p>}
      </div>
      <div className="flex flex-wrap gap-3 empty:hidden">{buttons}</div>
      {children}
    </li>
  )
}
