import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router'
import type { ReplyOf } from '#shared/contract/endpoint.ts'
import type { restoreSubscription } from '#shared/contract/links.ts'
import type { Topic } from '#shared/messages.ts'
import { call } from '#app/api/call.ts'
import { explainLinkFailure, isLinkRefused } from '#app/components/explain-link-failure.ts'
import { MailLinkPage } from '#app/components/letter-page.tsx'
import { LinkFailure } from '#app/components/link-failure.tsx'
import { Button } from '#app/ui/button.tsx'
import { Resubscribed } from './resubscribed.tsx'

/** `/resubscribe/{token}`: the one thing that takes an unsubscription back. */
export default function Resubscribe() {
  const { token = '' } = useParams()
  /** It stays on the page while more is taken back. */
  const [back, setBack] = useState<ReplyOf<typeof restoreSubscription> & { isMore: boolean }>()
  const restore = useMutation({
    mutationFn: (topics: Topic[] | undefined) =>
      call('POST /api/resubscribe', { body: { token, topics } }),
    onSuccess: (reply, topics) => setBack({ ...reply, isMore: topics !== undefined }),
  })
  if (back) {
    const more = () => restore.mutate(back.stillLeft)
    return (
      <MailLinkPage title={back.isMore ? 'That comes again as well' : 'Good to have you back'}>
        <Resubscribed {...back} more={{ ...restore, restore: more }} />
      </MailLinkPage>
    )
  }
  if (isLinkRefused(restore.error)) {
    return (
      <MailLinkPage title="We could not open this link">
        <LinkFailure error={restore.error} />
      </MailLinkPage>
    )
  }
  return (
    <MailLinkPage title="Hear from us again?">
      <p>One press, and what you stopped by mistake will come to you again.</p>
      {restore.isError && (
        <p role="alert" className="text-danger">
          {explainLinkFailure(restore.error)}
        </p>
      )}
      <Button size="large" pending={restore.isPending} onClick={() => restore.mutate(undefined)}>
        {restore.isPending ? 'One moment...' : 'Yes, write to me again'}
      </Button>
    </MailLinkPage>
  )
}
