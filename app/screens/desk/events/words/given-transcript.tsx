import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { TranscriptSummary } from '#shared/contract/transcripts.ts'
import { call, serverMessage } from '#app/api/call.ts'
import { Button } from '#app/ui/button.tsx'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { LanguageField } from './language-field.tsx'
import { readShift, ShiftField } from './shift-field.tsx'
import { TranscriptPreview } from './transcript-preview.tsx'

type CurrentTranscriptProps = {
  eventId: number
  transcript: TranscriptSummary
  onChanged: () => Promise<void>
}

/** The transcript that members see, with what can be done to it. */
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
  // Its state is that of the answer; what was asked for stands there until then.
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
