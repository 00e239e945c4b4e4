import { Link } from 'react-router'

type TagLinksProps = {
  /** The events whose tags are offered. */
  events: { tags: string[] }[]
  /** The tag that the list is filtered by; empty without one. */
  chosen: string
  /** Words that the list is also filtered by. */
  search?: string
  /** Filters the list in place; without it, and without scripts, a link leads to the page of all events. */
  onChoose?: (tag: string) => void
  className?: string
}

/** Links that filter events by a tag; null without tags. */
export function TagLinks({ events, chosen, search = '', onChoose, className }: TagLinksProps) {
  const tags = [...new Set(events.flatMap((event) => event.tags))].sort()
  if (tags.length === 0) return null
  return (
    <nav aria-label="Filter by tag" className={className}>
      <ul className="flex flex-wrap gap-2">
        {['', ...tags].map((tag) => (
          <li key={tag} className="min-w-0">
            <Link
              to={addressOf(tag, search)}
              aria-current={tag === chosen ? 'true' : undefined}
              onClick={
                onChoose &&
                ((event) => {
                  event.preventDefault()
                  onChoose(tag)
                })
              }
              className="inline-flex min-h-11 items-center rounded-md border border-line-strong px-4 text-small font-semibold wrap-anywhere hover:border-glow hover:text-glow aria-[current=true]:border-glow aria-[current=true]:text-glow"
            >
              {tag || 'All topics'}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function addressOf(tag: string, search: string) {
  const query = new URLSearchParams({ ...(tag && { tag }), ...(search && { search }) })
  return query.size > 0 ? `/events?${query}` : '/events'
}
