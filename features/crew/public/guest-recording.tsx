import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call, pathOf } from '#client/api/call.ts'
import { LinkProblem } from '#client/page/mail-link-page.tsx'
import { Button } from '#client/ui/button.tsx'
import { formatPosition } from '#client/ui/format-position.ts'
import { showToast } from '#client/ui/toast-store.ts'
import type { GuestRecording as Recording } from '#features/crew/contract.ts'
import type { RecordingAnswer } from '#kernel/values.ts'
import { findVideoId, playerAddress } from '#kernel/video-link.ts'
import { CutFields, readCuts } from './cut-fields.tsx'

const said: Record<RecordingAnswer, string> = {
  publish: 'You approved the recording.',
  not_yet: 'You have not approved the recording.',
  cut: 'You asked for cuts. The organiser will get back to you.',
}

/** The recording that a guest approves, with transcript and answers; nothing if there is none. */
export function GuestRecording({ token }: { token: string }) {
  const queryClient = useQueryClient()
  const queryKey = [pathOf('POST /api/crew/recording'), token]
  const { data } = useQuery({
    queryKey,
    queryFn: () => call('POST /api/crew/recording', { body: { token } }),
    gcTime: 0,
  })
  const recording = data?.recording
  const answering = useMutation({
    mutationFn: (answer: { answer: RecordingAnswer; cuts?: Recording['cuts'] }) =>
      call('POST /api/crew/recording/answer', {
        body: { token, videoUrl: recording!.videoUrl, ...answer },
      }),
    onSuccess: (reply, { answer }) => {
      queryClient.setQueryData(queryKey, reply)
      setCutting(false)
      showToast({ title: answer === 'publish' ? 'Recording approved' : 'Answer saved' })
    },
  })
  const [isCutting, setCutting] = useState(false)
  if (!recording) return null
  const { answer, isPublished } = recording
  const isPending = (one: RecordingAnswer) =>
    answering.isPending && answering.variables.answer === one

  function sendCuts(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const cuts = readCuts(event.currentTarget)
    if (cuts) answering.mutate({ answer: 'cut', cuts })
  }

  return (
    <section aria-labelledby="recording" className="w-full border-t border-line pt-6 print:hidden">
      <h2 id="recording" className="text-subheading">
        Recording
      </h2>
      <p className="mt-3">
        {isPublished
          ? 'Members can watch the recording.'
          : 'Only you and the organiser can see the recording until you approve it.'}{' '}
        {answer && <span>{said[answer]}</span>}
      </p>
      <Player videoUrl={recording.videoUrl} />
      <Transcript cues={recording.cues} />
      <div className="mt-5 flex flex-wrap gap-3">
        {answer !== 'publish' && (
          <Button
            pending={isPending('publish')}
            onClick={() => answering.mutate({ answer: 'publish' })}
          >
            Publish
          </Button>
        )}
        {answer !== 'not_yet' && (
          <Button
            variant="secondary"
            pending={isPending('not_yet')}
            onClick={() => answering.mutate({ answer: 'not_yet' })}
          >
            {answer === 'publish' ? 'Withdraw approval' : 'Not yet'}
          </Button>
        )}
        <Button
          variant="secondary"
          aria-expanded={isCutting}
          onClick={() => setCutting(!isCutting)}
        >
          Please cut
        </Button>
      </div>
      {isCutting && (
        <form noValidate aria-label="Cuts" className="mt-5 grid gap-5" onSubmit={sendCuts}>
          <CutFields cuts={recording.cuts} />
          <div>
            <Button type="submit" pending={isPending('cut')}>
              Send cuts
            </Button>
          </div>
        </form>
      )}
      {answer === 'publish' && (
        <p className="mt-4 text-small text-muted">
          If you withdraw your approval, this site hides the recording within a minute. The video on
          YouTube is separate: ask the organiser to remove it there.
        </p>
      )}
      <div aria-live="polite">
        <LinkProblem error={answering.error} />
      </div>
    </section>
  )
}

/** Loads YouTube's player only when the guest presses play. */
function Player({ videoUrl }: { videoUrl: string }) {
  const [isPlaying, setPlaying] = useState(false)
  const id = findVideoId(videoUrl)
  if (!id) {
    return (
      <p className="mt-4 wrap-anywhere">
        <a href={videoUrl} rel="noreferrer" className="text-glow underline underline-offset-4">
          {videoUrl}
        </a>
      </p>
    )
  }
  if (!isPlaying) {
    return (
      <div className="mt-4">
        <Button size="large" onClick={() => setPlaying(true)}>
          Play the recording
        </Button>
      </div>
    )
  }
  return (
    <div className="mt-4 aspect-video w-full max-w-3xl">
      {/* eslint-disable-next-line react/iframe-missing-sandbox -- it needs scripts and its own origin */}
      <iframe
        src={playerAddress(id)}
        title="Recording"
        allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
        referrerPolicy="strict-origin-when-cross-origin"
        className="size-full rounded-md border-0"
      />
    </div>
  )
}

function Transcript({ cues }: Pick<Recording, 'cues'>) {
  if (cues.length === 0) return null
  return (
    <details className="mt-5">
      <summary className="min-h-11 cursor-pointer py-2.5 font-semibold">Transcript</summary>
      <ol className="mt-2 grid max-h-96 gap-1.5 overflow-y-auto">
        {cues.map(({ start, speaker, text }, at) => (
          <li key={at} className="grid grid-cols-[4.5rem_minmax(0,1fr)]">
            <span className="text-muted figures">{formatPosition(Math.floor(start))}</span>
            <span className="wrap-anywhere">
              {speaker !== null && speaker !== cues[at - 1]?.speaker && <b>{speaker}: </b>}
              {text}
            </span>
          </li>
        ))}
      </ol>
    </details>
  )
}
