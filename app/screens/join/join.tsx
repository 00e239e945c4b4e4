import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useParams } from 'react-router'
import { call } from '#app/api/call.ts'
import { explainLinkFailure } from '#app/components/explain-link-failure.ts'
import { LetterPage } from '#app/components/letter-page.tsx'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { JoinAnswer } from './join-answer.tsx'

/**
 * `/join/{token}`: goes on into the webinar when it is open, and says when otherwise. A mail scanner
 * that only reads the page counts nothing.
 */
export default function Join() {
  const { token = '' } = useParams()
  const join = useMutation({
    mutationFn: () => call('POST /api/join', { body: { token } }),
    onSuccess({ url }) {
      if (url) window.location.replace(url)
    },
  })
  const { mutate } = join
  useEffect(() => mutate(), [mutate])

  if (join.isError) {
    return (
      <LetterPage title="We could not open this link">
        <p>{explainLinkFailure(join.error)}</p>
        <Button size="large" onClick={() => mutate()}>
          Try again
        </Button>
        <ButtonLink variant="quiet" href="/">
          To the front page
        </ButtonLink>
      </LetterPage>
    )
  }
  if (!join.data) {
    return (
      <LetterPage title="Finding your seat">
        <p>One moment, please...</p>
      </LetterPage>
    )
  }
  return <JoinAnswer answer={join.data} onTryAgain={() => mutate()} />
}
