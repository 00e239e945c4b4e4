import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { AdminTranscript } from '#shared/contract/transcripts.ts'
import { call } from '#app/api/call.ts'
import { memberVideos } from '#app/api/queries.ts'
import { eventChecks } from '#app/api/admin-queries.ts'
import { LoadFailed } from '#app/components/load-failed.tsx'
import { Button } from '#app/ui/button.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { ChaptersForm } from './chapters-form.tsx'
import { TranscriptForm } from './give-transcript.tsx'
import { CurrentTranscript } from './given-transcript.tsx'

function wordsOf(eventId: number) {
  return queryOptions({
    queryKey: ['/api/admin/events', eventId, 'transcript'],
    queryFn: ({ signal }) =>
      call('GET /api/admin/events/:id/transcript', { params: { id: eventId }, signal }),
  })
}

/** What is said in an event's recording, and its chapters: given, moved, opened and taken away here. */
export function TranscriptEditor({ eventId }: { eventId: number }) {
  const queryClient = useQueryClient()
  const words = useQuery(wordsOf(eventId))

  async function renew() {
    await queryClient.invalidateQueries({ queryKey: wordsOf(eventId).queryKey })
    for (const { queryKey } of [eventChecks, memberVideos]) {
      void queryClient.invalidateQueries({ queryKey })
    }
  }

  return (
    <section
      id="transcript"
      aria-labelledby="transcript-heading"
      className="mt-12 max-w-3xl border-t border-line pt-8"
    >
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
      {words.data && <Words eventId={eventId} words={words.data} onChanged={renew} />}
    </section>
  )
}

type WordsProps = { eventId: number; words: AdminTranscript; onChanged: () => Promise<void> }

function Words({ eventId, words: { transcript, draft, chapters }, onChanged }: WordsProps) {
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
          {draft.state === 'waiting' && 'Zoom has written down what was said. It is being fetched.'}
          {draft.state === 'waiting' && draft.error && ` So far: ${draft.error}`}
          {draft.state === 'failed' && `Zoom's transcript could not be fetched: ${draft.error}`}
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
