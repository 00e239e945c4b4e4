import type { Chapter } from '#shared/contract/transcripts.ts'
import { formatPosition } from '#app/components/format-position.ts'

type ChapterListProps = {
  chapters: Chapter[]
  /** Where the player is; left out where nothing plays. */
  time?: number
  isOpen?: boolean
  onPlay: (seconds: number) => void
}

/** The chapters, each a button that plays from there. */
export function ChapterList({ chapters, time, isOpen, onPlay }: ChapterListProps) {
  const current =
    time === undefined ? -1 : chapters.findLastIndex(({ start }) => start <= time + 0.3)
  return (
    <details open={isOpen} className="max-h-[60%] shrink-0 overflow-y-auto px-4 text-small">
      <summary className="inline-flex min-h-11 cursor-pointer items-center font-semibold text-glow underline decoration-1 underline-offset-4">
        {chapters.length} {chapters.length === 1 ? 'chapter' : 'chapters'}
      </summary>
      <ol className="pb-2">
        {chapters.map(({ start, title }, position) => (
          <li key={start}>
            <button
              type="button"
              aria-current={position === current || undefined}
              onClick={() => onPlay(start)}
              className="grid min-h-11 w-full grid-cols-[3.5rem_minmax(0,1fr)] items-baseline py-1.5 text-left hover:text-glow aria-[current]:font-semibold"
            >
              <span className="text-caption text-muted figures">{formatPosition(start)}</span>
              <span className="wrap-anywhere">{title}</span>
            </button>
          </li>
        ))}
      </ol>
    </details>
  )
}
