import { Link } from 'react-router'
import { buttonStyle } from '#client/ui/button.tsx'

type TagLinksProps = {
  /** The events whose tags are offered. */
  events: { tags: string[] }[]
  /** The tag that the list is filtered by; empty without one. */
  chosen: string
  /** Words that the list is also filtered by. */
  search?: string
  /** Filters the list in place; without it, and without scripts, a link leads to the page of all events. */
  onChoose?: (tag: string) => void
}

/** Links that filter events by a tag; null without tags. */
export function TagLinks({ events, chosen, search = '', onChoose }: TagLinksProps) {
  const tags = [...new Set(events.flatMap((event) => event.tags))].sort()
  if (tags.length === 0) return null
  return (
    <nav aria-label="Filter by tag" className="not-last:mb-8">
      <ul className="flex flex-wrap gap-2">
        {['', ...tags].map((tag) => (
          <li key={tag} className="min-w-0">
            <Link
              to={addressOf(tag, search)}
              aria-current={tag === chosen}
              onClick={
                onChoose &&
                ((event) => {
                  event.preventDefault()
                  onChoose(tag)
                })
              }
              className={buttonStyle(
                'secondary',
                'medium',
                'px-4! text-small! aria-[current=true]:border-glow aria-[current=true]:text-glow',
              )}
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
