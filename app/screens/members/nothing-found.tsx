import { SearchX } from 'lucide-react'
import { Button } from '#app/ui/button.tsx'

/** No interview holds the words that were searched for. */
export function NothingFound({ query, onClear }: { query: string; onClear: () => void }) {
  return (
    <div className="rounded-lg border border-line bg-surface px-6 py-14 text-center">
      <SearchX aria-hidden strokeWidth={1.25} className="mx-auto size-12 text-glow" />
      <h3 className="mt-4 text-heading wrap-anywhere">Nothing found for “{query.trim()}”</h3>
      <p className="mx-auto mt-3 max-w-md text-muted">
        Try a guest’s name, a single word from the title, or fewer words.
      </p>
      <Button variant="secondary" className="mt-6" onClick={onClear}>
        Show all interviews
      </Button>
    </div>
  )
}
