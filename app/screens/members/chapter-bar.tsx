import type { Chapter } from '#shared/contract/transcripts.ts'
import { formatPosition } from '#app/components/format-position.ts'

type ChapterBarProps = {
  chapters: Chapter[]
  time: number
  /** Zero until the player has said how long the recording is. */
  duration: number
  onPlay: (seconds: number) => void
}

/** The chapters along the foot of the picture, each as long as it lasts. A press plays from there. */
export function ChapterBar({ chapters, time, duration, onPlay }: ChapterBarProps) {
  const within = chapters.filter(({ start }) => start < duration)
  if (within.length === 0) return null
  return (
    <ol
      aria-label="Chapters along the recording"
      className="flex h-6 w-full max-w-full gap-0.5 px-0.5"
    >
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
              <span className="block h-1.5 overflow-hidden rounded-full bg-line-strong group-hover:h-2.5">
                <span className="block h-full bg-glow" style={{ width: `${played * 100}%` }} />
              </span>
            </button>
          </li>
        )
      })}
    </ol>
  )
}
