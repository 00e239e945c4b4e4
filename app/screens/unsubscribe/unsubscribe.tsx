import { useMutation } from '@tanstack/react-query'
import { useParams } from 'react-router'
import type { Topic } from '#shared/messages.ts'
import { call } from '#app/api/call.ts'
import { explainLinkFailure } from '#app/components/explain-link-failure.ts'
import { LetterPage } from '#app/components/letter-page.tsx'
import { Button } from '#app/ui/button.tsx'
import { Unsubscribed } from './unsubscribed.tsx'

/** `/unsubscribe/{token}`: effective at once, for reminders and news separately or together. */
export default function Unsubscribe() {
  const { token = '' } = useParams()
  const leave = useMutation({
    mutationFn: (topics: Topic[] | undefined) =>
      call('POST /api/unsubscribe', { body: { token, topics } }),
  })
  if (leave.isSuccess) {
    const everything = () => leave.mutate(['news', 'reminders'])
    return <Unsubscribed token={token} topics={leave.data.topics} onLeaveAll={everything} />
  }
  return (
    <LetterPage title="Stop these mails?">
      <p>It takes effect at once. What you registered for stays yours.</p>
      {leave.isError && <p role="alert">{explainLinkFailure(leave.error)}</p>}
      <Button size="large" pending={leave.isPending} onClick={() => leave.mutate(undefined)}>
        {leave.isPending ? 'Unsubscribing...' : 'Unsubscribe'}
      </Button>
      <Button variant="quiet" onClick={() => leave.mutate(['news', 'reminders'])}>
        No reminders and no news at all
      </Button>
    </LetterPage>
  )
}
