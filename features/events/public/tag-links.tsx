import { Link } from 'react-router'
import { buttonStyle } from '#client/ui/button.tsx'

type TagLinksProps = {
  /** Events whose tags are offered as filters. */
  events: { tags: string[] }[]
  /** The tag by which the list is filtered; empty if by none. */
  chosen: string
  /** Words by which the list is filtered, too. */
  search?: string
  /**
   * Filters the list on the same page. If omitted, and without scripts, each link leads to the page of all events.
   */
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
              {tag || 'All tags'}
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
