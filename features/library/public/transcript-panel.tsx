import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { Download, Link2 } from 'lucide-react'
import { useId, useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import { copyAddress } from '#client/ui/copy-text.ts'
import { downloadText } from '#client/ui/download-text.ts'
import { formatPosition } from '#client/ui/format-position.ts'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { LibraryVideo } from '#features/library/contract.ts'
import { MaterialList } from '#features/materials/public/material-list.tsx'
import { ShowNotes } from '#features/materials/public/show-notes.tsx'
import type { MemberTranscript, TranscriptCue } from '#features/transcripts/contract.ts'
import { ChapterList } from '#features/transcripts/public/chapters.tsx'
import { findLines, TranscriptLines } from '#features/transcripts/public/transcript-lines.tsx'
import { escapeMarkup } from '#kernel/escape-markup.ts'
import { writeWatchAddress } from '#kernel/slug.ts'
import { writeCount } from '#kernel/write-count.ts'
import { eventPageOf } from './library-queries.ts'

type TranscriptPanelProps = {
  video: LibraryVideo
  /** Undefined for a recording without transcript and chapters. */
  words: UseQueryResult<MemberTranscript> | undefined
  /** Playback position in seconds. */
  time: number
  onPlay: (seconds: number) => void
}

const summaryLook = 'w-fit cursor-pointer py-3 font-semibold text-glow'

/**
 * Renders the materials, the show notes and the transcript of a recording. The transcript can be searched and shared,
 * and each line plays the recording from there.
 */
export function TranscriptPanel({ video, words, time, onPlay }: TranscriptPanelProps) {
  const id = useId()
  const [sought, setSought] = useState('')
  const { cues = [], chapters = [] } = words?.data ?? {}
  const { materials = [] } = video
  const notes = useQuery({ ...eventPageOf(video.slug), enabled: video.hasShowNotes === true })
  const found = findLines(cues, sought)
  return (
    <section
      aria-labelledby={id}
      className="flex h-full min-h-0 flex-col border-line max-lg:border-t lg:border-l short:border-t-0 short:border-l"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 pt-2 pb-1">
        <h3 id={id} className="grow font-sans text-base font-semibold max-sm:sr-only">
          {headingOf(words, cues.length > 0)}
        </h3>
        <TranscriptActions video={video} cues={cues} time={time} />
      </div>
      {materials.length > 0 && (
        <details open={!words} className="max-h-[60%] shrink-0 overflow-y-auto px-4 text-small">
          <summary className={summaryLook}>{writeCount(materials.length, 'material')}</summary>
          <MaterialList materials={materials} />
        </details>
      )}
      {notes.data?.showNotes !== undefined && (
        <details open={!words} className="max-h-[60%] shrink-0 overflow-y-auto px-4 text-small">
          <summary className={summaryLook}>Show notes</summary>
          <div className="pb-3">
            <ShowNotes html={notes.data.showNotes} onPlay={onPlay} />
          </div>
        </details>
      )}
      {words?.isPending && <Skeleton className="m-4 h-24" />}
      {words?.isError && (
        <p role="alert" className="px-4 py-3 text-small">
          The transcript could not be loaded.{' '}
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
              Search transcript
            </label>
            <input
              id={`${id}-find`}
              type="search"
              enterKeyHint="search"
              autoComplete="off"
              spellCheck={false}
              maxLength={200}
              placeholder="Search transcript"
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

function headingOf(words: TranscriptPanelProps['words'], hasCues: boolean) {
  if (!words) return 'Materials'
  return hasCues || !words.data ? 'Transcript' : 'Chapters'
}

type TranscriptActionsProps = { video: LibraryVideo; cues: TranscriptCue[]; time: number }

const look =
  'inline-flex min-h-11 items-center gap-1.5 rounded-sm px-1 text-small font-semibold text-glow underline decoration-1 underline-offset-4 hover:decoration-2'

/** Renders buttons that copy a link to the current moment and download the transcript. */
function TranscriptActions({ video, cues, time }: TranscriptActionsProps) {
  function copyLink() {
    const address = `${location.origin}${writeWatchAddress(video.id, time)}`
    void copyAddress(address, 'The link plays the recording from here.')
  }

  function download(text: string, type: string, extension: string) {
    downloadText(`${video.slug}.${extension}`, text, type)
  }

  return (
    <>
      <button type="button" className={look} onClick={copyLink}>
        <Link2 aria-hidden size={16} />
        Copy link to this moment
      </button>
      {cues.length > 0 && (
        <span className="inline-flex gap-2">
          <button
            type="button"
            className={look}
            onClick={() => download(writeVtt(cues), 'text/vtt', 'vtt')}
          >
            <Download aria-hidden size={16} />
            <span className="sr-only">Download </span>.vtt
          </button>
          <button
            type="button"
            className={look}
            onClick={() => download(writePlainTranscript(video, cues), 'text/plain', 'txt')}
          >
            <span className="sr-only">Download </span>Text
          </button>
        </span>
      )}
    </>
  )
}

/** Returns the transcript in WebVTT format. */
function writeVtt(cues: TranscriptCue[]): string {
  const blocks = cues.map(({ start, end, speaker, text }) => {
    const voice = speaker === null ? '' : `<v ${escapeMarkup(speaker)}>`
    return `${writeTime(start)} --> ${writeTime(end)}\n${voice}${escapeMarkup(text)}\n`
  })
  return `WEBVTT\n\n${blocks.join('\n')}`
}

/** Returns the transcript as plain text; each line begins with its time and, if known, its speaker. */
function writePlainTranscript({ title, speakerName }: LibraryVideo, cues: TranscriptCue[]): string {
  const lines = cues.map(({ start, speaker, text }) => {
    const name = speaker === null ? '' : `${speaker}: `
    return `[${formatPosition(Math.floor(start))}] ${name}${text}`
  })
  return `${title}\n${speakerName}\n\n${lines.join('\n')}\n`
}

function writeTime(seconds: number): string {
  return new Date(Math.round(seconds * 1000)).toISOString().slice(11, 23)
}
