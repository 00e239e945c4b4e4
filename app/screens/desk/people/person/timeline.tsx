import type { TimelineEntry } from '#shared/contract/people.ts'
import { useFormatInstant } from '#app/screens/desk/parts/use-format-instant.ts'

const dots: Partial<Record<TimelineEntry['what'], string>> = {
  failed: 'bg-danger',
  bounced: 'bg-danger',
  unsubscribed: 'bg-danger',
  joined: 'bg-accent',
  watched: 'bg-accent',
}

/** Everything that happened to somebody, newest first. */
export function Timeline({ entries }: { entries: TimelineEntry[] }) {
  const format = useFormatInstant()
  if (entries.length === 0) return <p className="text-muted">Nothing happened yet.</p>
  return (
    <ol aria-label="What happened, newest first" className="border-l border-line-strong">
      {entries.map(({ at, what, text }) => (
        <li key={`${at} ${text}`} className="relative pb-4 pl-5 text-small last:pb-0">
          <span
            aria-hidden
            className={`absolute top-1.5 -left-[0.3125rem] size-2.5 rounded-full ${dots[what] ?? 'bg-line-strong'}`}
          />
          <time dateTime={at} className="block text-caption text-muted figures">
            {format(at)}
          </time>
          <span
            className={`wrap-anywhere ${what === 'failed' || what === 'bounced' ? 'text-danger' : ''}`}
          >
            {text}
          </span>
        </li>
      ))}
    </ol>
  )
}
