import type { UseQueryResult } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { LibraryVideo } from '#shared/contract/library.ts'
import type { MemberTranscript } from '#shared/contract/transcripts.ts'
import { Button } from '#app/ui/button.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { ChapterList } from './chapter-list.tsx'
import { findLines } from './find-lines.ts'
import { TranscriptLines } from './transcript-lines.tsx'
import { TranscriptActions } from './transcript-actions.tsx'

type TranscriptPanelProps = {
  video: LibraryVideo
  words: UseQueryResult<MemberTranscript>
  /** Where the player is, in seconds. */
  time: number
  onPlay: (seconds: number) => void
}

/** What is said, line by line beside the picture: to read, to search, to jump from and to share. */
export function TranscriptPanel({ video, words, time, onPlay }: TranscriptPanelProps) {
  const id = useId()
  const [sought, setSought] = useState('')
  const { cues = [], chapters = [] } = words.data ?? {}
  const found = findLines(cues, sought)
  return (
    <section
      aria-labelledby={id}
      className="flex h-full min-h-0 flex-col border-line max-lg:border-t lg:border-l short:border-t-0 short:border-l"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 pt-2 pb-1">
        <h3 id={id} className="grow font-sans text-base font-semibold max-sm:sr-only">
          {cues.length > 0 || !words.data ? 'What is said' : 'Chapters'}
        </h3>
        <TranscriptActions video={video} cues={cues} time={time} />
      </div>
      {words.isPending && <Skeleton className="m-4 h-24" />}
      {words.isError && (
        <p role="alert" className="px-4 py-3 text-small">
          What is said could not be loaded.{' '}
          <Button variant="quiet" className="px-1!" onClick={() => void words.refetch()}>
            Try again
          </Button>
        </p>
      )}
      {chapters.length > 0 && (
        <ChapterList chapters={chapters} time={time} isOpen={cues.length === 0} onPlay={onPlay} />
      )}
      {cues.length > 0 && (
        <>
          <div className="px-4 pb-2">
            <label htmlFor={`${id}-find`} className="sr-only">
              Find in this interview
            </label>
            <input
              id={`${id}-find`}
              type="search"
              enterKeyHint="search"
              autoComplete="off"
              spellCheck={false}
              maxLength={200}
              placeholder="Find in this interview"
              value={sought}
              onChange={(event) => setSought(event.target.value)}
              className="h-11 w-full rounded-md border border-line-strong bg-sunken px-3 text-base text-ink placeholder:text-muted"
            />
            <output className="text-caption text-muted">
              {sought.trim() && `${found.length} of ${cues.length} lines`}
            </output>
          </div>
          <TranscriptLines cues={found} sought={sought.trim()} time={time} onPlay={onPlay} />
        </>
      )}
    </section>
  )
}
