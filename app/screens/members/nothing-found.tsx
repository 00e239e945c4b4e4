import { SearchX } from 'lucide-react'
import { Button } from '#app/ui/button.tsx'

type NothingFoundProps = {
  query: string
  /** The query with words that were said, where there are near ones. */
  suggestion: string | null
  onClear: () => void
  onSearch: (query: string) => void
}

/** No interview holds the words that were searched for. */
export function NothingFound({ query, suggestion, onClear, onSearch }: NothingFoundProps) {
  return (
    <div className="rounded-lg border border-line bg-surface px-6 py-14 text-center">
      <SearchX aria-hidden strokeWidth={1.25} className="mx-auto size-12 text-glow" />
      <h3 className="mt-4 text-heading wrap-anywhere">Nothing found for “{query.trim()}”</h3>
      {suggestion !== null && (
        <p className="mt-3">
          Did you mean{' '}
          <Button variant="quiet" className="px-1!" onClick={() => onSearch(suggestion)}>
            {suggestion}
          </Button>
          ?
        </p>
      )}
      <p className="mx-auto mt-3 max-w-md text-muted">
        Try a guest’s name, a single word from the title, or fewer words.
      </p>
      <Button variant="secondary" className="mt-6" onClick={onClear}>
        Show all interviews
      </Button>
    </div>
  )
}
