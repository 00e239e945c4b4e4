import { useMutation } from '@tanstack/react-query'
import type { Topic } from '#shared/messages.ts'
import { call } from '#app/api/call.ts'
import { explainLinkFailure } from '#app/components/explain-link-failure.ts'
import { LinkOnItsWay } from '#app/components/link-on-its-way.tsx'
import { Button } from '#app/ui/button.tsx'

type UnsubscribedProps = {
  token: string
  topics: Topic[]
  /** Leaving the rest as well. */
  leave: { everything: () => void; isPending: boolean; error: Error | null }
}

const lefts: Record<Topic, string> = {
  reminders: 'You will get no more reminders. News of recordings still comes.',
  news: 'You will get no more news. Reminders of your events still come.',
}

/** What holds now, and the way back: a link sent to the address itself. */
export function Unsubscribed({ token, topics, leave }: UnsubscribedProps) {
  const ask = useMutation({
    mutationFn: () => call('POST /api/resubscribe-link', { body: { token, topics } }),
  })
  const error = ask.error ?? leave.error
  return (
    <>
      <p>
        {topics.length === 2
          ? 'No more reminders and no more news. What you registered for stays yours.'
          : topics.map((topic) => lefts[topic]).join(' ')}
      </p>
      {topics.length < 2 && (
        <Button
          variant="secondary"
          size="large"
          pending={leave.isPending}
          onClick={leave.everything}
        >
          No reminders and no news at all
        </Button>
      )}
      {error !== null && (
        <p role="alert" className="text-danger">
          {explainLinkFailure(error)}
        </p>
      )}
      {ask.isSuccess ? (
        <LinkOnItsWay>{ask.data.message}</LinkOnItsWay>
      ) : (
        <Button
          variant="quiet"
          className="px-0! text-left"
          pending={ask.isPending}
          onClick={() => ask.mutate()}
        >
          That was a mistake: send me a link to undo it
        </Button>
      )}
    </>
  )
}
