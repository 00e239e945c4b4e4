import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router'
import type { Topic } from '#shared/messages.ts'
import { call } from '#app/api/call.ts'
import { explainLinkFailure, isLinkRefused } from '#app/components/explain-link-failure.ts'
import { MailLinkPage } from '#app/components/letter-page.tsx'
import { LinkFailure } from '#app/components/link-failure.tsx'
import { Button } from '#app/ui/button.tsx'
import { Unsubscribed } from './unsubscribed.tsx'

/** `/unsubscribe/{token}`: effective at once, for reminders and news separately or together. */
export default function Unsubscribe() {
  const { token = '' } = useParams()
  /** What was left so far: it stays on the page while more is left. */
  const [left, setLeft] = useState<Topic[]>()
  const leave = useMutation({
    mutationFn: (topics: Topic[] | undefined) =>
      call('POST /api/unsubscribe', { body: { token, topics } }),
    onSuccess: (reply) => setLeft(reply.topics),
  })
  const everything = () => leave.mutate(['news', 'reminders'])
  if (left) {
    const title = left.length === 2 ? 'You will get neither any more' : 'You are unsubscribed'
    return (
      <MailLinkPage title={title}>
        <Unsubscribed token={token} topics={left} leave={{ ...leave, everything }} />
      </MailLinkPage>
    )
  }
  if (isLinkRefused(leave.error)) {
    return (
      <MailLinkPage title="We could not open this link">
        <LinkFailure error={leave.error} />
      </MailLinkPage>
    )
  }
  return (
    <MailLinkPage title="Stop these mails?">
      <p>It takes effect at once. What you registered for stays yours.</p>
      {leave.isError && (
        <p role="alert" className="text-danger">
          {explainLinkFailure(leave.error)}
        </p>
      )}
      <Button size="large" pending={leave.isPending} onClick={() => leave.mutate(undefined)}>
        {leave.isPending ? 'Unsubscribing...' : 'Unsubscribe'}
      </Button>
      <Button variant="quiet" className="px-0!" onClick={everything}>
        No reminders and no news at all
      </Button>
    </MailLinkPage>
  )
}
