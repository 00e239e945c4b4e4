import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router'
import { call } from '#client/api/call.ts'
import {
  LinkProblem,
  isLinkRefused,
  MailLinkPage,
  LinkFailure,
  LinkOnItsWay,
} from '#client/page/mail-link-page.tsx'
import { Button } from '#client/ui/button.tsx'
import type { Topic } from '#kernel/values.ts'

/**
 * Page `/unsubscribe/{token}`: one button unsubscribes the reader from the mail's topic, another from both
 * topics.
 */
export default function Unsubscribe() {
  const { token = '' } = useParams()
  /**
   * Topics of mail from which the reader is unsubscribed; undefined before the first call. Displayed while a further
   * call runs.
   */
  const [left, setLeft] = useState<Topic[]>()
  const leave = useMutation({
    mutationFn: (topics: Topic[] | undefined) =>
      call('POST /api/unsubscribe', { body: { token, topics } }),
    onSuccess: (reply) => setLeft(reply.topics),
  })
  const everything = () => leave.mutate(['news', 'reminders'])
  if (left) {
    const title =
      left.length === 2 ? 'You are unsubscribed from reminders and news' : 'You are unsubscribed'
    return (
      <MailLinkPage title={title}>
        <Unsubscribed token={token} topics={left} leave={{ ...leave, everything }} />
      </MailLinkPage>
    )
  }
  if (isLinkRefused(leave.error)) {
    return (
      <MailLinkPage title="This link does not work">
        <LinkFailure error={leave.error} />
      </MailLinkPage>
    )
  }
  return (
    <MailLinkPage title="Unsubscribe from these emails?">
      <p>You stay registered for your events.</p>
      <LinkProblem error={leave.error} />
      <Button size="large" pending={leave.isPending} onClick={() => leave.mutate(undefined)}>
        {leave.isPending ? 'Unsubscribing...' : 'Unsubscribe'}
      </Button>
      <Button variant="quiet" className="px-0!" onClick={everything}>
        Stop all reminders and news
      </Button>
    </MailLinkPage>
  )
}

type UnsubscribedProps = {
  token: string
  topics: Topic[]
  /** State of the unsubscribe call; `everything` unsubscribes from both topics. */
  leave: { everything: () => void; isPending: boolean; error: Error | null }
}

const titles: Record<Topic, string> = {
  reminders: 'You will get no more reminders. You still get news about recordings.',
  news: 'You will get no more news. You still get reminders of your events.',
}

/** Shown after the link in a mail about a registration for every event, which belongs to no topic of mail. */
const seriesEnded = 'We no longer register you for every event. Your existing registrations stay.'

/**
 * Shows from which topics of mail the reader is now unsubscribed, and offers to mail a link that subscribes them again.
 */
function Unsubscribed({ token, topics, leave }: UnsubscribedProps) {
  const ask = useMutation({
    mutationFn: () => call('POST /api/resubscribe-link', { body: { token, topics } }),
  })
  const error = ask.error ?? leave.error
  return (
    <>
      <p>
        {topics.length === 2
          ? 'You stay registered for your events.'
          : topics.map((topic) => titles[topic]).join(' ') || seriesEnded}
      </p>
      {topics.length < 2 && (
        <Button
          variant="secondary"
          size="large"
          pending={leave.isPending}
          onClick={leave.everything}
        >
          Stop all reminders and news
        </Button>
      )}
      <LinkProblem error={error} />
      {topics.length === 0 ? null : ask.isSuccess ? (
        <LinkOnItsWay>{ask.data.message}</LinkOnItsWay>
      ) : (
        <Button
          variant="quiet"
          className="px-0! text-left"
          pending={ask.isPending}
          onClick={() => ask.mutate()}
        >
          Send me a link to undo this
        </Button>
      )}
    </>
  )
}
