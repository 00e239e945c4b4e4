import { memo } from 'react'
import type { TranscriptCue } from '#shared/contract/transcripts.ts'
import { Button } from '#app/ui/button.tsx'
import { findCurrentLine, splitAtSought } from './find-lines.ts'
import { formatPosition } from '#app/components/format-position.ts'
import { useFollowing } from './use-following.ts'

type TranscriptLinesProps = {
  cues: TranscriptCue[]
  /** What is looked for inside: then nothing follows the player. */
  sought: string
  time: number
  onPlay: (seconds: number) => void
}

/** Every line a button that plays from there; the list follows the player until its reader moves it. */
export function TranscriptLines({ cues, sought, time, onPlay }: TranscriptLinesProps) {
  const current = findCurrentLine(cues, time)
  const { list, isFollowing, follow, leave } = useFollowing(sought === '' ? current : -1)
  return (
    <div className="relative min-h-0 grow">
      <div
        ref={list}
        onScroll={leave.ifMoved}
        onWheel={leave.now}
        onTouchMove={leave.now}
        className="h-full overflow-y-auto overscroll-contain px-2 pb-16"
      >
        <ol aria-label="Lines">
          {cues.map((cue, position) => (
            <Line
              key={position}
              cue={cue}
              isNamed={cue.speaker !== null && cue.speaker !== cues[position - 1]?.speaker}
              isCurrent={position === current && sought === ''}
              sought={sought}
              onPlay={(seconds) => {
                onPlay(seconds)
                follow()
              }}
            />
          ))}
        </ol>
      </div>
      {!isFollowing && sought === '' && (
        <Button
          className="absolute inset-x-0 bottom-3 mx-auto w-fit shadow-float"
          onClick={() => follow()}
        >
          Back to what is being said
        </Button>
      )}
    </div>
  )
}

type LineProps = {
  cue: TranscriptCue
  isNamed: boolean
  isCurrent: boolean
  sought: string
  onPlay: (seconds: number) => void
}

const Line = memo(
  function Line({ cue, isNamed, isCurrent, sought, onPlay }: LineProps) {
    return (
      <li>
        <button
          type="button"
          aria-current={isCurrent || undefined}
          onClick={() => onPlay(cue.start)}
          className="grid min-h-11 w-full grid-cols-[3.5rem_minmax(0,1fr)] items-baseline rounded-md border-l-4 border-transparent px-2 py-1.5 text-left text-small hover:bg-raised aria-[current]:border-glow aria-[current]:bg-raised"
        >
          <span className="text-caption text-muted figures">
            {formatPosition(Math.floor(cue.start))}
          </span>
          <span className="wrap-anywhere">
            {isNamed && <span className="block font-semibold">{cue.speaker}</span>}
            {splitAtSought(cue.text, sought).map(({ text, isFound }, at) =>
              isFound ? <mark key={at}>{text}</mark> : text,
            )}
          </span>
        </button>
      </li>
    )
  },
  (before, after) =>
    before.cue === after.cue &&
    before.isNamed === after.isNamed &&
    before.isCurrent === after.isCurrent &&
    before.sought === after.sought,
)
