import { Button } from '#client/ui/button.tsx'

type PagesProps = { page: number; total: number; limit: number; onPage: (page: number) => void }

/** Buttons to page through a list; hidden for a single page. */
export function Pages({ page, total, limit, onPage }: PagesProps) {
  const last = Math.max(1, Math.ceil(total / limit))
  if (last === 1) return null
  return (
    <nav aria-label="Pages" className="mt-4 flex flex-wrap items-center gap-3">
      <Button
        variant="secondary"
        className="text-small!"
        disabled={page <= 1}
        onClick={() => onPage(page - 1)}
      >
        Previous
      </Button>
      <output className="text-small text-muted figures">
        Page {page} of {last.toLocaleString('en-GB')}
      </output>
      <Button
        variant="secondary"
        className="text-small!"
        disabled={page >= last}
        onClick={() => onPage(page + 1)}
      >
        Next
      </Button>
    </nav>
  )
}
