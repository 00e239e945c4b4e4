import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useParams } from 'react-router'
import { pathOf } from '#app/api/addresses.ts'
import { call } from '#app/api/call.ts'
import { storeJoinToken } from '#app/api/stored-join-tokens.ts'
import { explainLinkFailure } from '#app/components/explain-link-failure.ts'
import { MailLinkPage } from '#app/components/letter-page.tsx'
import { LinkFailure } from '#app/components/link-failure.tsx'
import { JoinAnswer, joinTitles } from './join-answer.tsx'
import { useJoinWindow } from './use-doors-open.ts'

/**
 * `/join/{token}`: goes on into the webinar when it is open, and is the waiting room until then. A mail
 * scanner that only reads the page counts nothing.
 */
export default function Join() {
  const { token = '' } = useParams()
  const join = useQuery({
    queryKey: [pathOf('POST /api/join'), token],
    queryFn: () => call('POST /api/join', { body: { token } }),
    gcTime: 0,
    // A computer that slept, or a telephone in a pocket, was not told by its timers.
    refetchOnWindowFocus: 'always',
    refetchOnReconnect: 'always',
  })
  const { data: answer, error, refetch, isFetching } = join
  const [isPressed, setIsPressed] = useState(false)
  const url = answer?.url
  const eventId = answer?.event.id
  useEffect(() => {
    if (eventId !== undefined) storeJoinToken(eventId, token)
  }, [eventId, token])
  useEffect(() => {
    if (url) window.location.replace(url)
  }, [url])
  const answeredAt = join.dataUpdatedAt
  useJoinWindow(answer, { answeredAt, failedAt: join.errorUpdatedAt }, refetch)
  function again() {
    setIsPressed(true)
    void refetch().finally(() => setIsPressed(false))
  }

  // What was said before stays while it is asked again.
  if (answer) {
    return (
      <MailLinkPage title={joinTitles[answer.state]}>
        <JoinAnswer
          token={token}
          answer={answer}
          answeredAt={answeredAt}
          problem={error ? explainLinkFailure(error) : undefined}
          isPending={isPressed}
          onTryAgain={again}
        />
      </MailLinkPage>
    )
  }
  if (error && !isFetching) {
    return (
      <MailLinkPage title="We could not open this link">
        <LinkFailure error={error} onTryAgain={again} />
      </MailLinkPage>
    )
  }
  return (
    <MailLinkPage title="Finding your seat">
      <p>One moment, please...</p>
    </MailLinkPage>
  )
}
