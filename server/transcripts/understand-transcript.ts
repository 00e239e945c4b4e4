import type { TranscriptCue, TranscriptSummary } from '#shared/contract/transcripts.ts'
import type { Cue } from './read-transcript.ts'

const shownLines = 3
const mostSpeakers = 30
/** A last line this far from the recording's end: the two may not belong together. */
const apartSeconds = 60

type Given = Pick<TranscriptSummary, 'language' | 'shiftMs' | 'fileName' | 'isPublic'>

/** What was understood, for the organiser to look at. `duration` is what players reported, in seconds. */
export function previewTranscript(
  cues: Cue[],
  read: { droppedRepeats: number; warnings: string[] },
  given: Given,
  duration: number | undefined,
): TranscriptSummary {
  const told = cues.map(serializeCue)
  const end = Math.max(0, ...told.slice(-50).map((cue) => cue.end))
  const lastStart = told.at(-1)?.start ?? 0
  return {
    lines: cues.length,
    speakers: [...new Set(cues.flatMap(({ speaker }) => speaker ?? []))].slice(0, mostSpeakers),
    minutes: Math.round(end / 6) / 10,
    droppedRepeats: read.droppedRepeats,
    warnings: [...read.warnings, ...warnOfLength(lastStart, end, duration)],
    ...given,
    first: told.slice(0, shownLines),
    last: told.slice(shownLines).slice(-shownLines),
  }
}

/** In seconds, as everything outside of the database counts. */
export function serializeCue({ startMs, endMs, speaker, text }: Cue): TranscriptCue {
  return { start: startMs / 1000, end: endMs / 1000, speaker, text }
}

function warnOfLength(lastStart: number, end: number, duration: number | undefined): string[] {
  if (duration === undefined) return []
  const minutes = (seconds: number) =>
    `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`
  if (lastStart > duration + apartSeconds || end > duration + apartSeconds) {
    return [
      `The last line ends at ${minutes(end)}, but the recording is ${minutes(duration)} long: was it cut?`,
    ]
  }
  if (end < duration - apartSeconds) {
    return [
      `The last line ends at ${minutes(end)}, and the recording goes on until ${minutes(duration)}.`,
    ]
  }
  return []
}
