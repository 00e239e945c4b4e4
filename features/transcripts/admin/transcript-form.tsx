import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { ListField } from '#client/admin/list-field.tsx'
import { call, serverMessage } from '#client/api/call.ts'
import { Button } from '#client/ui/button.tsx'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { showToast } from '#client/ui/toast-store.ts'
import { useDebounced } from '#client/ui/use-debounced.ts'
import type { TranscriptSummary } from '#features/transcripts/contract.ts'
import { LanguageField, readShift, ShiftField, TranscriptPreview } from './transcript-fields.tsx'

type TranscriptFormProps = { eventId: number; begun: string; onGiven: () => Promise<void> }

const couldNot = 'It could not be read just now. Please try again.'

/** Form to drop, paste or choose a transcript, preview and shift it, and save it. */
export function TranscriptForm({ eventId, begun, onGiven }: TranscriptFormProps) {
  const [text, setText] = useState(begun)
  const [fileName, setFileName] = useState<string>()
  const [shift, setShift] = useState('0')
  const [language, setLanguage] = useState('')
  const shiftMs = readShift(shift)
  const send = (query: { dryRun?: number }) =>
    call('PUT /api/admin/events/:id/transcript', {
      params: { id: eventId },
      query,
      body: { text, fileName: fileName ?? null, shiftMs, language },
    })
  const look = useMutation({ mutationFn: () => send({ dryRun: 1 }) })
  const put = useMutation({
    mutationFn: () => send({}),
    async onSuccess() {
      showToast({ title: 'Transcript saved', description: 'Members can read and search it now.' })
      await onGiven()
    },
  })
  const wanted = `${shiftMs} ${language} ${text}`
  const settled = useDebounced(wanted, 500)
  const lookAnew = useEffectEvent((asked: string) => {
    if (asked === wanted && text.trim() !== '' && shiftMs !== undefined) look.mutate()
  })
  useEffect(() => lookAnew(settled), [settled])

  const understood = text.trim() === '' ? undefined : look.data
  const failure = put.error ?? look.error
  return (
    <div className="grid gap-5">
      <ListField
        label="Transcript"
        placeholder={'WEBVTT\n\n00:00:01.000 --> 00:00:04.000\nAmara: Welcome.'}
        text={text}
        error={text.trim() !== '' && failure ? (serverMessage(failure) ?? couldNot) : undefined}
        isDisabled={put.isPending}
        accept=".vtt,.srt,.sbv,.lrc,.tsv,.json,.md,.txt,text/vtt,text/plain,application/x-subrip"
        onText={(next) => {
          put.reset()
          setFileName(undefined)
          setText(next)
        }}
        onFile={setFileName}
      />
      <p className="-mt-3 text-small text-muted">
        A .vtt or .srt file, as Zoom, Teams or YouTube give it, Whisper’s JSON, or text with times
        such as 00:12.
      </p>
      {understood && (
        <>
          <LanguageField value={language} unsaid="As the text says" onChange={setLanguage} />
          <ShiftField value={shift} onChange={setShift} />
          <TranscriptPreview understood={understood} />
          <Button
            className="justify-self-start"
            pending={put.isPending || look.isPending || settled !== wanted}
            disabled={shiftMs === undefined || look.isError}
            onClick={() => put.mutate()}
          >
            {put.isPending ? 'Saving...' : 'Show it to members'}
          </Button>
        </>
      )}
    </div>
  )
}

type CurrentTranscriptProps = {
  eventId: number
  transcript: TranscriptSummary
  onChanged: () => Promise<void>
}

/** Renders the saved transcript with its actions. */
export function CurrentTranscript({ eventId, transcript, onChanged }: CurrentTranscriptProps) {
  const [shift, setShift] = useState(String(transcript.shiftMs / 1000))
  const [isSure, setIsSure] = useState(false)
  const params = { id: eventId }
  const change = useMutation({
    mutationFn: (body: { shiftMs?: number; language?: string; isPublic?: boolean }) =>
      call('PATCH /api/admin/events/:id/transcript', { params, body }),
    onSuccess: onChanged,
  })
  const remove = useMutation({
    mutationFn: () => call('DELETE /api/admin/events/:id/transcript', { params }),
    onSuccess: onChanged,
  })
  // While a change is pending, show the requested state.
  const asked = change.isPending ? change.variables : undefined
  const shiftMs = readShift(shift)
  const failure = change.error ?? remove.error
  return (
    <div className="grid gap-5">
      {transcript.fileName && (
        <p className="text-small wrap-anywhere text-muted">From {transcript.fileName}</p>
      )}
      <TranscriptPreview understood={transcript} />
      <Checkbox
        label="Show it to everybody on the event's page"
        description="Search engines read it there too. The recording itself still needs an e-mail."
        checked={asked?.isPublic ?? transcript.isPublic}
        onChange={({ target }) => change.mutate({ isPublic: target.checked })}
      />
      <LanguageField
        value={asked?.language ?? transcript.language}
        onChange={(language) => change.mutate({ language })}
      />
      <div className="grid gap-3">
        <ShiftField value={shift} onChange={setShift} />
        {shiftMs !== undefined && shiftMs !== transcript.shiftMs && (
          <Button
            variant="secondary"
            className="justify-self-start"
            pending={change.isPending}
            onClick={() => change.mutate({ shiftMs })}
          >
            Move all lines
          </Button>
        )}
      </div>
      {failure && (
        <p role="alert" className="text-danger">
          {serverMessage(failure) ?? 'That did not work. Please try again.'}
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        {isSure ? (
          <>
            <Button variant="danger" pending={remove.isPending} onClick={() => remove.mutate()}>
              Remove it for good
            </Button>
            <Button variant="secondary" onClick={() => setIsSure(false)}>
              Keep it
            </Button>
          </>
        ) : (
          <Button variant="quiet" className="px-0!" onClick={() => setIsSure(true)}>
            Remove the transcript
          </Button>
        )}
      </div>
    </div>
  )
}
