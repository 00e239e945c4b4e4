import { PressButton } from '#client/ui/button.tsx'

type TagLinksProps = {
  /** Events whose tags are offered as filters. */
  events: { tags: string[] }[]
  /** The tag by which the list is filtered; empty if by none. */
  chosen: string
  /** Search words that remain when a tag is chosen. */
  search?: string
  /** Filters the list; without scripts, each link leads to the page of all events. */
  onChoose: (tag: string) => void
}

/** Links that filter events by a tag; null without tags. */
export function TagLinks({ events, chosen, search = '', onChoose }: TagLinksProps) {
  const tags = listTags(events)
  if (tags.length === 0) return null
  return (
    <nav aria-label="Filter by tag" className="not-last:mb-8">
      <ul className="flex flex-wrap gap-2">
        {['', ...tags].map((tag) => (
          <li key={tag} className="min-w-0">
            <PressButton
              href={filteredPath(tag, search)}
              staysLink
              variant="secondary"
              aria-current={tag === chosen}
              onPress={() => onChoose(tag)}
              className="px-4! text-small! wrap-anywhere aria-[current=true]:border-glow aria-[current=true]:text-glow"
            >
              {tag || 'All tags'}
            </PressButton>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Returns the path of the page of all events with these filters. */
export function filteredPath(tag: string, search: string) {
  const query = new URLSearchParams({ ...(tag && { tag }), ...(search && { search }) })
  return query.size > 0 ? `/events?${query}` : '/events'
}

/** Returns the tags of events, each once, by alphabet. */
export function listTags(events: { tags: string[] }[]): string[] {
  return [...new Set(events.flatMap(({ tags }) => tags))].sort((one, other) =>
    one.localeCompare(other, 'en'),
  )
}
