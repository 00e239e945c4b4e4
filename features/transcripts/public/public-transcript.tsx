import { formatPosition } from '#client/ui/format-position.ts'
import type { PublicTranscriptReply as Words } from '#features/transcripts/contract.ts'
import { writeWatchAddress } from '#kernel/slug.ts'

/** Renders a recording's chapters, and its transcript if that is public. */
export function PublicTranscript({ eventId, words }: { eventId: number; words: Words }) {
  const { chapters, cues } = words
  if (chapters.length === 0 && cues.length === 0) return null
  return (
    <div className="grid min-w-0 gap-10 self-start">
      {chapters.length > 0 && (
        <section aria-labelledby="chapters-heading" className="max-w-reading">
          <h2 id="chapters-heading" className="text-heading">
            Chapters
          </h2>
          <ol className="mt-4 grid gap-1">
            {chapters.map(({ start, title }) => (
              <li key={start} className="grid grid-cols-[4.5rem_minmax(0,1fr)]">
                <span className="text-muted figures">{formatPosition(start)}</span>
                <span className="wrap-anywhere">{title}</span>
              </li>
            ))}
          </ol>
        </section>
      )}
      {cues.length > 0 && (
        <section aria-labelledby="words-heading" className="max-w-reading">
          <h2 id="words-heading" className="text-heading">
            Transcript
          </h2>
          <p className="mt-2 text-muted">
            Select a time to play the recording from there. You only need your email.
          </p>
          <ol className="mt-4 grid gap-2">
            {cues.map(({ start, speaker, text }, at) => (
              <li key={at} className="grid grid-cols-[4.5rem_minmax(0,1fr)] items-baseline">
                <a
                  href={writeWatchAddress(eventId, start)}
                  aria-label={`Watch from ${formatPosition(Math.floor(start))}`}
                  className="inline-flex min-h-8 items-center text-glow underline decoration-1 underline-offset-4 figures"
                >
                  {formatPosition(Math.floor(start))}
                </a>
                <span className="wrap-anywhere">
                  {speaker !== null && speaker !== cues[at - 1]?.speaker && (
                    <b className="font-semibold">{speaker}: </b>
                  )}
                  <span>{text}</span>
                </span>
              </li>
            ))}
          </ol>
        </section>
      )}
    </div>
  )
}
