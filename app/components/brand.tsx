import { Link } from 'react-router'
import { useSite } from './use-site.ts'

/** The name of the series, and the way back to its front page. */
export function Brand() {
  const { site } = useSite()
  return (
    <Link
      to="/"
      className="inline-flex min-h-11 min-w-0 items-center gap-2.5 font-display text-subheading leading-none font-semibold text-ink"
    >
      <Lamp />
      <span className="truncate pb-[0.12em]">{site.series.name}</span>
    </Link>
  )
}

/** A lamp over its pool of light. */
function Lamp() {
  return (
    <svg aria-hidden viewBox="0 0 32 32" className="size-7 shrink-0">
      <path d="M13 9h6l8 18a11 3 0 0 1-22 0z" fill="var(--accent)" opacity=".3" />
      <ellipse cx="16" cy="27" rx="11" ry="3" fill="var(--accent)" />
      <path d="M15 2h2v3a6 6 0 0 1 5 6H10a6 6 0 0 1 5-6z" fill="currentColor" />
    </svg>
  )
}
