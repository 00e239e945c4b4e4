import { useMutation } from '@tanstack/react-query'
import type { Topic } from '#shared/messages.ts'
import { call } from '#app/api/call.ts'
import { explainLinkFailure } from '#app/components/explain-link-failure.ts'
import { LetterPage } from '#app/components/letter-page.tsx'
import { Button } from '#app/ui/button.tsx'

type UnsubscribedProps = { token: string; topics: Topic[]; onLeaveAll: () => void }

const lefts: Record<Topic, string> = {
  reminders: 'You will get no more reminders.',
  news: 'You will get no more news.',
}

/** What holds now, and the way back: a link sent to the address itself. */
export function Unsubscribed({ token, topics, onLeaveAll }: UnsubscribedProps) {
  const ask = useMutation({
    mutationFn: () => call('POST /api/resubscribe-link', { body: { token } }),
  })
  return (
    <LetterPage title="You are unsubscribed">
      <p>
        {topics.length === 2
          ? 'You will get no more reminders and no more news.'
          : topics.map((topic) => lefts[topic]).join(' ')}
      </p>
      {topics.length < 2 && (
        <Button variant="secondary" onClick={onLeaveAll}>
          No reminders and no news at all
        </Button>
      )}
      {ask.isError && <p role="alert">{explainLinkFailure(ask.error)}</p>}
      {ask.isSuccess ? (
        <p>{ask.data.message}</p>
      ) : (
        <Button variant="quiet" pending={ask.isPending} onClick={() => ask.mutate()}>
          That was a mistake: send me a link to undo it
        </Button>
      )}
    </LetterPage>
  )
}
