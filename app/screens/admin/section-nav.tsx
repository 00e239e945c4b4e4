import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { authStatusKey } from '#app/api/queries.ts'
import { Container } from '#app/ui/section.tsx'

type SectionNavProps = { sections: { id: string; name?: string }[] }

/** The way to each part of the page, always in reach, and what reads everything anew. */
export function SectionNav({ sections }: SectionNavProps) {
  const queryClient = useQueryClient()
  const isFetching = useIsFetching() > 0
  const look =
    'inline-flex min-h-11 items-center gap-2 rounded-md px-2.5 text-small font-medium whitespace-nowrap text-muted -outline-offset-3 hover:text-glow'
  return (
    <div className="sticky top-0 z-20 border-b border-line bg-canvas">
      <Container className="flex items-center gap-3">
        <nav aria-label="Sections" className="-ml-2.5 min-w-0 grow overflow-x-auto">
          <ul className="flex">
            {sections.map(
              ({ id, name }) =>
                name && (
                  <li key={id}>
                    <a href={`#${id}`} className={look}>
                      {name}
                    </a>
                  </li>
                ),
            )}
          </ul>
        </nav>
        <button
          type="button"
          aria-disabled={isFetching || undefined}
          onClick={() =>
            isFetching ||
            void queryClient.invalidateQueries({
              predicate: ({ queryKey }) => queryKey[0] !== authStatusKey[0],
            })
          }
          className={`shrink-0 ${look} aria-disabled:opacity-60`}
        >
          <RefreshCw aria-hidden size={16} className={isFetching ? 'animate-breathe' : ''} />
          <span className="max-sm:sr-only">Refresh</span>
        </button>
      </Container>
    </div>
  )
}
