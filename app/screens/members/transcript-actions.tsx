import { Download, Link2 } from 'lucide-react'
import type { LibraryVideo } from '#shared/contract/library.ts'
import type { TranscriptCue } from '#shared/contract/transcripts.ts'
import { copyText } from '#app/components/copy-text.ts'
import { downloadText } from '#app/components/download-text.ts'
import { showToast } from '#app/ui/toast-store.ts'
import { writeWatchAddress } from '#shared/watch-address.ts'
import { writePlainTranscript, writeVtt } from './write-transcript.ts'

type TranscriptActionsProps = { video: LibraryVideo; cues: TranscriptCue[]; time: number }

const look =
  'inline-flex min-h-11 items-center gap-1.5 rounded-sm px-1 text-small font-semibold text-glow underline decoration-1 underline-offset-4 hover:decoration-2'

/** A link to this moment, and the words to take along. */
export function TranscriptActions({ video, cues, time }: TranscriptActionsProps) {
  async function copyLink() {
    const address = `${location.origin}${writeWatchAddress(video.id, time)}`
    const isCopied = await copyText(address)
    showToast(
      isCopied
        ? { title: 'Link Copied!', description: 'It opens this interview at this moment.' }
        : { title: 'The link could not be copied', description: address },
    )
  }

  function download(text: string, type: string, extension: string) {
    downloadText(`${video.slug}.${extension}`, text, type)
  }

  return (
    <>
      <button type="button" className={look} onClick={() => void copyLink()}>
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
