import { useMutation } from '@tanstack/react-query'
import { useNavigate, useParams } from 'react-router'
import { call } from '#app/api/call.ts'
import { storeEmail } from '#app/api/stored-email.ts'
import { explainLinkFailure } from '#app/components/explain-link-failure.ts'
import { LetterPage } from '#app/components/letter-page.tsx'
import { Button, ButtonLink } from '#app/ui/button.tsx'

/** `/enter/{token}`: a button opens the library, so that a mail scanner's visit signs nobody in. */
export default function Enter() {
  const { token = '' } = useParams()
  const navigate = useNavigate()
  const enter = useMutation({
    mutationFn: () => call('POST /api/enter', { body: { token } }),
    onSuccess({ email }) {
      storeEmail(email)
      void navigate('/members')
    },
  })
  return (
    <LetterPage title="Every interview is open to you">
      <p>Press the button to enter the library as yourself on this device.</p>
      {enter.isError && <p role="alert">{explainLinkFailure(enter.error)}</p>}
      <Button size="large" pending={enter.isPending} onClick={() => enter.mutate()}>
        {enter.isPending ? 'Opening...' : 'Enter the library'}
      </Button>
      {enter.isError && (
        <ButtonLink variant="quiet" href="/members">
          Enter with your email instead
        </ButtonLink>
      )}
    </LetterPage>
  )
}
