import { formatPosition } from '#client/ui/format-position.ts'
import type { Chapter } from '#features/transcripts/contract.ts'
import { writeCount } from '#kernel/write-count.ts'

type ChapterListProps = {
  chapters: Chapter[]
  /** Position of the player in seconds; omitted if there is no player. */
  time?: number
  isOpen?: boolean
  onPlay: (seconds: number) => void
}

/** Renders a recording's chapters as buttons that play the recording from the chapter's start. */
export function ChapterList({ chapters, time, isOpen, onPlay }: ChapterListProps) {
  const current =
    time === undefined ? -1 : chapters.findLastIndex(({ start }) => start <= time + 0.3)
  return (
    <details open={isOpen} className="max-h-[60%] shrink-0 overflow-y-auto px-4 text-small">
      <summary className="inline-flex min-h-11 cursor-pointer items-center font-semibold text-glow underline decoration-1 underline-offset-4">
        {writeCount(chapters.length, 'chapter')}
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

type ChapterBarProps = {
  chapters: Chapter[]
  time: number
  /** Duration of the recording in seconds; 0 until the player reports it. */
  duration: number
  onPlay: (seconds: number) => void
}

/**
 * Renders the chapters as a bar below the video, each as wide as its share of the duration. A click plays the
 * chapter.
 */
export function ChapterBar({ chapters, time, duration, onPlay }: ChapterBarProps) {
  const within = chapters.filter(({ start }) => start < duration)
  if (within.length === 0) return null
  return (
    <ol aria-label="Chapter timeline" className="flex h-6 w-full max-w-full gap-0.5 px-0.5">
      {within.map(({ start, title }, position) => {
        const end = within[position + 1]?.start ?? duration
        const played = Math.min(1, Math.max(0, (time - start) / (end - start)))
        const isNow = time >= start && time < end
        return (
          <li key={start} className="min-w-1" style={{ flex: `${end - start} 1 0` }}>
            <button
              type="button"
              title={`${formatPosition(start)} ${title}`}
              aria-label={`${formatPosition(start)} ${title}`}
              aria-current={isNow || undefined}
              onClick={() => onPlay(start)}
              className="group block size-full"
            >
              <span className="block h-1.5 overflow-hidden rounded-full bg-line-strong forced-color-adjust-none group-hover:h-2.5">
                <span className="block h-full bg-glow" style={{ width: `${played * 100}%` }} />
              </span>
            </button>
          </li>
        )
      })}
    </ol>
  )
}
