import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { call, serverMessage } from '#app/api/call.ts'
import { ListField } from '#app/screens/desk/parts/list-field.tsx'
import { Button } from '#app/ui/button.tsx'
import { showToast } from '#app/ui/toast-store.ts'
import { useSettled } from '#app/ui/use-settled.ts'
import { LanguageField } from './language-field.tsx'
import { readShift, ShiftField } from './shift-field.tsx'
import { TranscriptPreview } from './transcript-preview.tsx'

type TranscriptFormProps = { eventId: number; begun: string; onGiven: () => Promise<void> }

const couldNot = 'It could not be read just now. Please try again.'

/** Dropped, pasted or chosen; looked at and moved; then put. */
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
  const settled = useSettled(wanted, 500)
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
        placeholder={'WEBVTT\n\n00:00:01.000 --> 00:00:04.000\nAmara: Good evening.'}
        text={text}
        error={text.trim() !== '' && failure ? (serverMessage(failure) ?? couldNot) : undefined}
        isDisabled={put.isPending}
        accept=".vtt,.srt,.sbv,.txt,text/vtt,text/plain,application/x-subrip"
        onText={(next) => {
          put.reset()
          setFileName(undefined)
          setText(next)
        }}
        onFile={setFileName}
      />
      <p className="-mt-3 text-small text-muted">
        A .vtt or .srt file, as Zoom, Teams or YouTube give it, or text with times such as 00:12.
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
