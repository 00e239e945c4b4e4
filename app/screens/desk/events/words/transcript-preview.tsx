import type { TranscriptCue, TranscriptSummary } from '#shared/contract/transcripts.ts'
import { formatPosition } from '#app/components/format-position.ts'
import { nameLanguage } from './language-field.tsx'

/** What was understood: how much, of whom, what to look at, and the first and last lines. */
export function TranscriptPreview({ understood }: { understood: TranscriptSummary }) {
  const { lines, speakers, minutes, language, droppedRepeats, warnings, first, last } = understood
  return (
    <div className="grid gap-3 rounded-md border border-line bg-surface p-4">
      <p className="font-semibold figures">
        {lines.toLocaleString('en-GB')} {lines === 1 ? 'line' : 'lines'}, {minutes} minutes, in{' '}
        {nameLanguage(language)}
        {droppedRepeats > 0 && `, ${droppedRepeats.toLocaleString('en-GB')} repeats left out`}
      </p>
      <p className="text-small wrap-anywhere">
        {speakers.length === 0 ? 'Nobody is named.' : `Speakers: ${speakers.join(', ')}`}
      </p>
      {warnings.length > 0 && (
        <ul className="grid gap-1 text-small text-danger">
          {warnings.map((warning) => (
            <li key={warning}>{warning}</li>
          ))}
        </ul>
      )}
      <PreviewLines cues={first} />
      {last.length > 0 && (
        <>
          <p aria-hidden className="text-muted">
            …
          </p>
          <PreviewLines cues={last} />
        </>
      )}
    </div>
  )
}

function PreviewLines({ cues }: { cues: TranscriptCue[] }) {
  return (
    <ol className="grid gap-1 text-small">
      {cues.map(({ start, speaker, text }, at) => (
        <li key={at} className="grid grid-cols-[4rem_minmax(0,1fr)]">
          <span className="text-muted figures">{formatPosition(Math.floor(start))}</span>
          <span className="wrap-anywhere">
            {speaker !== null && <b className="font-semibold">{speaker}: </b>}
            {text}
          </span>
        </li>
      ))}
    </ol>
  )
}
