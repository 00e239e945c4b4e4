import { queryOptions, useQuery, useQueryClient, useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call, read, serverMessage } from '#client/api/call.ts'
import { LoadFailed } from '#client/page/load-failed.tsx'
import { Button } from '#client/ui/button.tsx'
import { TextArea } from '#client/ui/field.tsx'
import { formatPosition } from '#client/ui/format-position.ts'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { showToast } from '#client/ui/toast-store.ts'
import { eventChecks } from '#features/events/admin/event-queries.ts'
import type { AdminTranscript, Chapter } from '#features/transcripts/contract.ts'
import { TranscriptForm, CurrentTranscript } from './transcript-form.tsx'

function wordsOf(eventId: number) {
  return queryOptions({
    queryKey: ['/api/admin/events', eventId, 'transcript'],
    queryFn: ({ signal }) =>
      call('GET /api/admin/events/:id/transcript', { params: { id: eventId }, signal }),
  })
}

/** Renders the editor for a recording's transcript and chapters. */
export function TranscriptEditor({ eventId }: { eventId: number }) {
  const queryClient = useQueryClient()
  const words = useQuery(wordsOf(eventId))

  async function renew() {
    await queryClient.invalidateQueries({ queryKey: wordsOf(eventId).queryKey })
    for (const { queryKey } of [eventChecks, read('GET /api/members/videos')]) {
      void queryClient.invalidateQueries({ queryKey })
    }
  }

  return (
    <section id="transcript" aria-labelledby="transcript-heading" className="max-w-3xl">
      <h2 id="transcript-heading" className="text-heading">
        What is said
      </h2>
      <p className="mt-2 text-muted">
        Members read it beside the recording and search every word of it. Nobody else sees it unless
        you open it to everybody.
      </p>
      {words.isPending && <Skeleton className="mt-5 h-24" />}
      {words.isError && (
        <LoadFailed
          error={words.error}
          words="The transcript could not be loaded."
          onRetry={words.refetch}
        />
      )}
      {words.data && <TranscriptPart eventId={eventId} words={words.data} onChanged={renew} />}
    </section>
  )
}

type WordsProps = { eventId: number; words: AdminTranscript; onChanged: () => Promise<void> }

function TranscriptPart({
  eventId,
  words: { transcript, draft, chapters },
  onChanged,
}: WordsProps) {
  const [isGiving, setIsGiving] = useState(false)
  const [begun, setBegun] = useState('')

  function give(text: string) {
    setBegun(text)
    setIsGiving(true)
  }

  return (
    <div className="mt-6 grid gap-6">
      {transcript && (
        <CurrentTranscript key={transcript.shiftMs} {...{ eventId, transcript, onChanged }} />
      )}
      {draft && (
        <div className="rounded-md border border-line bg-surface p-4">
          {draft.state === 'waiting' && (
            <span>Zoom has written down what was said. It is being fetched.</span>
          )}
          {draft.state === 'waiting' && draft.error && <span>{` So far: ${draft.error}`}</span>}
          {draft.state === 'failed' && (
            <span>{`Zoom's transcript could not be fetched: ${draft.error}`}</span>
          )}
          {draft.state === 'ready' && (
            <p className="flex flex-wrap items-center justify-between gap-3">
              Zoom has written down what was said. Nobody sees it until you have put it.
              <Button variant="secondary" onClick={() => give(draft.text ?? '')}>
                Look at Zoom’s transcript
              </Button>
            </p>
          )}
        </div>
      )}
      {isGiving || !transcript ? (
        <TranscriptForm
          key={`give ${begun}`}
          {...{ eventId, begun }}
          onGiven={async () => {
            setIsGiving(false)
            setBegun('')
            await onChanged()
          }}
        />
      ) : (
        <Button variant="secondary" className="justify-self-start" onClick={() => give('')}>
          Give another transcript
        </Button>
      )}
      <ChaptersForm
        key={`chapters ${chapters.map(({ start, title }) => `${start} ${title}`).join('\n')}`}
        {...{ eventId, chapters, onChanged }}
      />
    </div>
  )
}

type ChaptersFormProps = { eventId: number; chapters: Chapter[]; onChanged: () => Promise<void> }

/** Renders the field for chapters in the format of video descriptions. */
function ChaptersForm({ eventId, chapters, onChanged }: ChaptersFormProps) {
  const known = chapters.map(({ start, title }) => `${writeStart(start)} ${title}`).join('\n')
  const [text, setText] = useState(known)
  const save = useMutation({
    async mutationFn(isSure: boolean) {
      const put = { params: { id: eventId }, body: { text } }
      if (!isSure) {
        const query = { dryRun: '1' } as const
        const understood = await call('PUT /api/admin/events/:id/chapters', { ...put, query })
        if (understood.warnings.length > 0) return { ...understood, isSaved: false }
      }
      return { ...(await call('PUT /api/admin/events/:id/chapters', put)), isSaved: true }
    },
    async onSuccess({ chapters: saved, warnings, isSaved }) {
      if (!isSaved) return
      const count = saved.length === 1 ? '1 chapter' : `${saved.length} chapters`
      showToast({ title: 'Chapters saved', description: [`${count}.`, ...warnings].join(' ') })
      await onChanged()
    },
  })
  /** Show doubts before saving, because a mistyped line would be lost. */
  const doubts = save.data && !save.data.isSaved ? save.data.warnings : []
  return (
    <div className="grid gap-3">
      <TextArea
        label="Chapters"
        description="One on each line, such as 00:00 Welcome. Visitors see them on the event's page."
        placeholder={'00:00 Welcome\n04:30 The first customer'}
        spellCheck={false}
        value={text}
        error={save.error ? (serverMessage(save.error) ?? 'They could not be saved.') : undefined}
        onChange={({ target }) => {
          save.reset()
          setText(target.value)
        }}
      />
      <output className="block">
        {doubts.length > 0 && (
          <ul className="grid gap-1 border-l-2 border-danger pl-3 text-small">
            {doubts.map((doubt) => (
              <li key={doubt} className="wrap-anywhere">
                {doubt}
              </li>
            ))}
          </ul>
        )}
      </output>
      <Button
        variant="secondary"
        className="justify-self-start"
        pending={save.isPending}
        disabled={text === known}
        onClick={() => save.mutate(doubts.length > 0)}
      >
        {save.isPending ? 'Saving...' : doubts.length > 0 ? 'Save all the same' : 'Save chapters'}
      </Button>
    </div>
  )
}

function writeStart(start: number) {
  return formatPosition(start).padStart(5, '0')
}
