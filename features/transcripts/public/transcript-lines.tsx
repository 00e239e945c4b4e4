import { memo, useLayoutEffect, useRef, useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import { formatPosition } from '#client/ui/format-position.ts'
import type { TranscriptCue } from '#features/transcripts/contract.ts'
import { foldLetters } from '#features/transcripts/rules.ts'

type TranscriptLinesProps = {
  cues: TranscriptCue[]
  /** Search text; while it is not empty, the list does not follow the player. */
  sought: string
  time: number
  onPlay: (seconds: number) => void
}

/**
 * Renders each line of a transcript as a button that plays the recording from there. The list scrolls with the player
 * until the member scrolls.
 */
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
          Back to current line
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

/** Maximum difference, in pixels, between the scroll position that was set and the one read, since browsers round. */
const slack = 2
const fromTheTop = 1 / 3

/**
 * Scrolls the list, not the page, to the current line. After the member scrolls, following stops until they choose to
 * follow again.
 */
function useFollowing(current: number) {
  const list = useRef<HTMLDivElement>(null)
  const put = useRef<number>(undefined)
  const [isFollowing, setIsFollowing] = useState(true)

  useLayoutEffect(() => {
    const element = list.current
    if (!element || !isFollowing || current < 0) return
    if (put.current !== undefined && Math.abs(element.scrollTop - put.current) > slack) {
      setIsFollowing(false)
      return
    }
    const line = element.querySelector<HTMLElement>('[aria-current]')
    if (!line) return
    const offset = line.getBoundingClientRect().top - element.getBoundingClientRect().top
    element.scrollTop += offset - element.clientHeight * fromTheTop
    put.current = element.scrollTop
  }, [current, isFollowing])

  return {
    list,
    isFollowing,
    follow() {
      put.current = undefined
      setIsFollowing(true)
    },
    leave: {
      now: () => setIsFollowing(false),
      /**
       * Stops following if the list is not where this code scrolled it last: the member used the scroll bar or the
       * keyboard.
       */
      ifMoved() {
        const { scrollTop } = list.current!
        if (put.current !== undefined && Math.abs(scrollTop - put.current) > slack) {
          setIsFollowing(false)
        }
      },
    },
  }
}

function plain(text: string) {
  return foldLetters(text.normalize('NFC')).toLowerCase()
}

/** Returns the lines that contain the search text, ignoring accents and case; all lines for an empty one. */
export function findLines(cues: TranscriptCue[], sought: string): TranscriptCue[] {
  const wanted = plain(sought.trim())
  return wanted === '' ? cues : cues.filter(({ text }) => plain(text).includes(wanted))
}

/** Splits a line's text into parts that match the search text and parts that do not. */
function splitAtSought(text: string, sought: string): { text: string; isFound: boolean }[] {
  const wanted = plain(sought)
  const line = text.normalize('NFC')
  const folded = plain(line)
  // Do not mark matches if lower case changes the text's length, because the positions would be wrong.
  if (wanted === '' || folded.length !== line.length) return [{ text, isFound: false }]
  const parts: { text: string; isFound: boolean }[] = []
  let at = 0
  for (let next = folded.indexOf(wanted); next >= 0; next = folded.indexOf(wanted, at)) {
    parts.push({ text: line.slice(at, next), isFound: false })
    at = next + wanted.length
    parts.push({ text: line.slice(next, at), isFound: true })
  }
  return [...parts, { text: line.slice(at), isFound: false }].filter((part) => part.text !== '')
}

/** Returns the index of the line spoken at `time`, which is the last line that has begun; -1 before the first. */
function findCurrentLine(cues: TranscriptCue[], time: number): number {
  let [low, high] = [0, cues.length]
  while (low < high) {
    const middle = (low + high) >> 1
    // Tolerance of 0.3 seconds, because the player's reported position is slightly late.
    if (cues[middle]!.start <= time + 0.3) low = middle + 1
    else high = middle
  }
  return low - 1
}
