import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useParams } from 'react-router'
import { call } from '#app/api/call.ts'
import { explainLinkFailure, isLinkRefused } from '#app/components/explain-link-failure.ts'
import { LetterPage } from '#app/components/letter-page.tsx'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { JoinAnswer, joinTitles } from './join-answer.tsx'
import { useDoorsOpen } from './use-doors-open.ts'

/**
 * `/join/{token}`: goes on into the webinar when it is open, and says when otherwise. A mail scanner
 * that only reads the page counts nothing.
 */
export default function Join() {
  const { token = '' } = useParams()
  const join = useQuery({
    queryKey: ['/api/join', token],
    queryFn: () => call('POST /api/join', { body: { token } }),
    gcTime: 0,
  })
  const { data: answer, error, refetch, isFetching } = join
  const url = answer?.url
  useEffect(() => {
    if (url) window.location.replace(url)
  }, [url])
  const answeredAt = Math.max(join.dataUpdatedAt, join.errorUpdatedAt)
  const opensByItself = useDoorsOpen(answer, answeredAt, refetch)
  const again = () => void refetch()

  // What was said before stays while it is asked again.
  if (answer) {
    return (
      <LetterPage title={joinTitles[answer.state]}>
        <JoinAnswer
          answer={answer}
          opensByItself={opensByItself}
          problem={error ? explainLinkFailure(error) : undefined}
          isPending={isFetching}
          onTryAgain={again}
        />
      </LetterPage>
    )
  }
  if (error && !isFetching) {
    return (
      <LetterPage title="We could not open this link">
        <p>{explainLinkFailure(error)}</p>
        {isLinkRefused(error) ? (
          <ButtonLink size="large" href="/">
            To the front page
          </ButtonLink>
        ) : (
          <Button size="large" onClick={again}>
            Try again
          </Button>
        )}
      </LetterPage>
    )
  }
  return (
    <LetterPage title="Finding your seat">
      <p>One moment, please...</p>
    </LetterPage>
  )
}
