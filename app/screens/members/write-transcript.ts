import type { LibraryVideo } from '#shared/contract/library.ts'
import type { TranscriptCue } from '#shared/contract/transcripts.ts'
import { formatPosition } from '#app/components/format-position.ts'

/** The lines as captions that any player reads. */
export function writeVtt(cues: TranscriptCue[]): string {
  const blocks = cues.map(({ start, end, speaker, text }) => {
    const voice = speaker === null ? '' : `<v ${escapeVtt(speaker)}>`
    return `${writeTime(start)} --> ${writeTime(end)}\n${voice}${escapeVtt(text)}\n`
  })
  return `WEBVTT\n\n${blocks.join('\n')}`
}

/** The lines to read: a time and a name where somebody begins to speak. */
export function writePlainTranscript(
  { title, speakerName }: LibraryVideo,
  cues: TranscriptCue[],
): string {
  const lines = cues.map(({ start, speaker, text }) => {
    const name = speaker === null ? '' : `${speaker}: `
    return `[${formatPosition(Math.floor(start))}] ${name}${text}`
  })
  return `${title}\n${speakerName}\n\n${lines.join('\n')}\n`
}

function writeTime(seconds: number): string {
  return new Date(Math.round(seconds * 1000)).toISOString().slice(11, 23)
}

function escapeVtt(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
