import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { ListField } from '#client/admin/list-field.tsx'
import { RemovalDialog } from '#client/admin/removal-dialog.tsx'
import { call, serverMessage } from '#client/api/call.ts'
import { Button } from '#client/ui/button.tsx'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { TextArea } from '#client/ui/field.tsx'
import { useDebounced } from '#client/ui/use-debounced.ts'
import type { AdminTranscript } from '#features/transcripts/contract.ts'
import { putTranscript, type TranscriptDraft } from './transcript-draft.ts'
import { LanguageField, readShift, ShiftField, TranscriptPreview } from './transcript-fields.tsx'

type TranscriptPartProps = {
  eventId: number
  /** The stored transcript and chapters, and Zoom's transcript if it awaits review. */
  stored: AdminTranscript
  draft: TranscriptDraft
  onChange: (changes: Partial<TranscriptDraft>) => void
  /** Called after the stored transcript was deleted. */
  onRemoved: () => void
}

const couldNotRead = 'The transcript could not be loaded. Please try again.'

/** Form fields for the transcript of a recording; the recording form that contains them saves them. */
export function TranscriptPart(props: TranscriptPartProps) {
  const { stored, draft, onChange } = props
  const { transcript, draft: fromZoom } = stored
  const [isReplacing, setIsReplacing] = useState(draft.text !== '')
  const isNew = isReplacing || !transcript

  function replace(text: string) {
    setIsReplacing(true)
    onChange({ text, fileName: null, language: '', shift: '0' })
  }

  return (
    <div className="grid grid-cols-1 gap-5">
      {fromZoom && (
        <div className="rounded-md border border-line bg-surface p-4">
          {fromZoom.state === 'waiting' && (
            <span>{`Zoom's transcript is being fetched.${fromZoom.error ? ` ${fromZoom.error}` : ''}`}</span>
          )}
          {fromZoom.state === 'failed' && (
            <span>{`Zoom's transcript could not be fetched: ${fromZoom.error}`}</span>
          )}
          {fromZoom.state === 'ready' && (
            <p className="flex flex-wrap items-center justify-between gap-3">
              Zoom’s transcript has arrived. Review it, then save it for members.
              <Button variant="secondary" onClick={() => replace(fromZoom.text ?? '')}>
                Review Zoom’s transcript
              </Button>
            </p>
          )}
        </div>
      )}
      {isNew ? <NewTranscript {...props} /> : <StoredTranscript {...props} onReplace={replace} />}
      {(transcript || draft.text.trim() !== '') && (
        <>
          <LanguageField
            value={draft.language}
            unsaid={isNew ? 'Detect automatically' : undefined}
            onChange={(language) => onChange({ language })}
          />
          <ShiftField value={draft.shift} onChange={(shift) => onChange({ shift })} />
          <Checkbox
            label="Show the transcript to all visitors on the event page"
            description="Search engines can read it, too. To watch the recording, visitors still enter their email."
            checked={draft.isPublic}
            onChange={({ target }) => onChange({ isPublic: target.checked })}
          />
        </>
      )}
    </div>
  )
}

/**
 * Field for a new transcript, which the organiser drops, pastes or chooses as a file; previews how the server parses
 * it.
 */
function NewTranscript({ eventId, draft, onChange }: TranscriptPartProps) {
  const { text } = draft
  const shiftMs = readShift(draft.shift)
  const look = useMutation({ mutationFn: () => putTranscript(eventId, draft, '1') })
  const wanted = `${shiftMs} ${draft.language} ${text}`
  const settled = useDebounced(wanted, 500)
  const lookAgain = useEffectEvent((asked: string) => {
    if (asked === wanted && text.trim() !== '' && shiftMs !== undefined) look.mutate()
  })
  useEffect(() => lookAgain(settled), [settled])
  const isEmpty = text.trim() === ''
  return (
    <>
      <ListField
        label="Transcript"
        placeholder={'WEBVTT\n\n00:00:01.000 --> 00:00:04.000\nAmara: Welcome.'}
        text={text}
        error={!isEmpty && look.error ? (serverMessage(look.error) ?? couldNotRead) : undefined}
        isDisabled={false}
        accept=".vtt,.srt,.sbv,.lrc,.tsv,.json,.md,.txt,text/vtt,text/plain,application/x-subrip"
        onText={(next) => onChange({ text: next, fileName: null })}
        onFile={(fileName) => onChange({ fileName: fileName || null })}
      />
      <p className="-mt-3 text-small text-muted">
        A .vtt or .srt file from Zoom, Teams or YouTube, Whisper’s JSON, or text with times such as
        00:12.
      </p>
      {!isEmpty && look.data && <TranscriptPreview understood={look.data} />}
    </>
  )
}

type StoredTranscriptProps = TranscriptPartProps & { onReplace: (text: string) => void }

function StoredTranscript({ eventId, stored, onRemoved, onReplace }: StoredTranscriptProps) {
  const { transcript } = stored
  const [isRemoving, setIsRemoving] = useState(false)
  const removal = useMutation({
    mutationFn: () => call('DELETE /api/admin/events/:id/transcript', { params: { id: eventId } }),
    onSuccess: onRemoved,
  })
  if (!transcript) return null
  return (
    <>
      {transcript.fileName && (
        <p className="text-small wrap-anywhere text-muted">{`Uploaded file: ${transcript.fileName}`}</p>
      )}
      <TranscriptPreview understood={transcript} />
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" onClick={() => onReplace('')}>
          Replace transcript
        </Button>
        <Button variant="quiet" onClick={() => setIsRemoving(true)}>
          Remove transcript
        </Button>
      </div>
      {isRemoving && (
        <RemovalDialog
          title="Remove the transcript?"
          removal={removal}
          label="Remove transcript"
          stay="Go back"
          onClose={() => setIsRemoving(false)}
        >
          Members can no longer read or search the transcript. Chapters stay.
        </RemovalDialog>
      )}
    </>
  )
}

type ChaptersFieldProps = {
  draft: TranscriptDraft
  /** Sentences about chapters that the server would skip. */
  warnings: string[]
  onChange: (changes: Partial<TranscriptDraft>) => void
}

/** Field for the chapters, one per line, in the format of video descriptions. */
export function ChaptersField({ draft, warnings, onChange }: ChaptersFieldProps) {
  return (
    <div className="grid gap-3">
      <TextArea
        label="Chapters"
        description="One per line, e.g. 00:00 Welcome. Shown on the event page."
        placeholder={'00:00 Welcome\n04:30 The first customer'}
        spellCheck={false}
        value={draft.chapters}
        onChange={({ target }) => onChange({ chapters: target.value })}
      />
      <output className="block empty:hidden">
        {warnings.length > 0 && (
          <ul className="grid gap-1 border-l-2 border-danger pl-3 text-small">
            {warnings.map((warning) => (
              <li key={warning} className="wrap-anywhere">
                {warning}
              </li>
            ))}
          </ul>
        )}
      </output>
    </div>
  )
}
