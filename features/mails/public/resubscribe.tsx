import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router'
import { call } from '#client/api/call.ts'
import {
  LinkProblem,
  isLinkRefused,
  MailLinkPage,
  LinkFailure,
} from '#client/page/mail-link-page.tsx'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import type { restoreSubscription } from '#features/mails/contract.ts'
import type { ReplyOf } from '#kernel/endpoint.ts'
import type { Topic } from '#kernel/values.ts'

/** Page `/resubscribe/{token}`, the only page that undoes an unsubscription. */
export default function Resubscribe() {
  const { token = '' } = useParams()
  /** Reply to the last successful call; the page shows it while the reader restores further topics. */
  const [back, setBack] = useState<ReplyOf<typeof restoreSubscription> & { isMore: boolean }>()
  const restore = useMutation({
    mutationFn: (topics: Topic[] | undefined) =>
      call('POST /api/resubscribe', { body: { token, topics } }),
    onSuccess: (reply, topics) => setBack({ ...reply, isMore: topics !== undefined }),
  })
  if (back) {
    const more = () => restore.mutate(back.stillLeft)
    return (
      <MailLinkPage
        title={back.isMore ? 'You get all our emails again' : 'You are subscribed again'}
      >
        <Resubscribed {...back} more={{ ...restore, restore: more }} />
      </MailLinkPage>
    )
  }
  if (isLinkRefused(restore.error)) {
    return (
      <MailLinkPage title="This link does not work">
        <LinkFailure error={restore.error} />
      </MailLinkPage>
    )
  }
  return (
    <MailLinkPage title="Subscribe again?">
      <p>You will get these emails again.</p>
      <LinkProblem error={restore.error} />
      <Button size="large" pending={restore.isPending} onClick={() => restore.mutate(undefined)}>
        {restore.isPending ? 'One moment...' : 'Subscribe again'}
      </Button>
    </MailLinkPage>
  )
}

type ResubscribedProps = ReplyOf<typeof restoreSubscription> & {
  /** Restores the topics that the reader unsubscribed from at another time. */
  more: { restore: () => void; isPending: boolean; error: Error | null }
}

const subjects = (topics: Topic[]) =>
  topics.length === 2 ? 'Reminders and news' : topics[0] === 'news' ? 'News' : 'Reminders'

const leftEarlier: Record<Topic, string> = {
  reminders: 'You unsubscribed from reminders earlier and still get none.',
  news: 'You unsubscribed from news earlier and still get none.',
}
const alsoWanted: Record<Topic, string> = {
  reminders: 'Subscribe to reminders',
  news: 'Subscribe to news',
}

/** Shows which topics were restored, and offers to restore a topic that the reader left at another time. */
function Resubscribed({ email, topics, stillLeft, more }: ResubscribedProps) {
  const [left] = stillLeft
  return (
    <>
      <p className="wrap-anywhere">
        {subjects(topics)} will be sent to <strong>{email}</strong> again.
      </p>
      {left && (
        <>
          <p>{leftEarlier[left]}</p>
          <LinkProblem error={more.error} />
          <Button variant="quiet" className="px-0!" pending={more.isPending} onClick={more.restore}>
            {alsoWanted[left]}
          </Button>
        </>
      )}
      <ButtonLink size="large" variant="secondary" href="/">
        Go to home page
      </ButtonLink>
    </>
  )
}
