import { useMutation } from '@tanstack/react-query'
import { useNavigate, useParams } from 'react-router'
import { call } from '#client/api/call.ts'
import { CookiesBlocked } from '#client/api/device-problem.ts'
import { LinkRequestForm } from '#client/forms/link-request-form.tsx'
import { storeEmail } from '#client/forms/stored-email.ts'
import {
  explainLinkFailure,
  LinkProblem,
  isLinkRefused,
  MailLinkPage,
} from '#client/page/mail-link-page.tsx'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import { proveSession } from './prove-session.ts'

/** The page `/enter/{token}` signs in on POST only, because mail scanners follow links with GET. */
export default function Enter() {
  const { token = '' } = useParams()
  const navigate = useNavigate()
  const enter = useMutation({
    async mutationFn() {
      // Refuse a browser without cookies before it uses up the link, which works in two browsers only.
      if (!navigator.cookieEnabled) throw new CookiesBlocked()
      const entered = await call('POST /api/enter', { body: { token } })
      await proveSession()
      return entered
    },
    onSuccess({ email }) {
      storeEmail(email)
      void navigate('/members')
    },
  })
  if (isLinkRefused(enter.error)) {
    return (
      <MailLinkPage title="This link does not work">
        <p>{explainLinkFailure(enter.error)}</p>
        <LinkRequestForm
          label="Send me a new link"
          request={(email) => call('POST /api/library-link', { body: { email } })}
        />
        <p className="text-small text-muted">
          You can also{' '}
          <a className="text-glow underline underline-offset-4" href="/members">
            watch with your email only
          </a>
          .
        </p>
      </MailLinkPage>
    )
  }
  return (
    <MailLinkPage title="Sign in to the library">
      <p>Your watch history and progress will be available in this browser.</p>
      <p className="text-small text-muted">
        This link works in two browsers, the second within ten minutes of the first. You can request
        more links.
      </p>
      <LinkProblem error={enter.error} />
      <Button size="large" pending={enter.isPending} onClick={() => enter.mutate()}>
        {enter.isPending ? 'Opening...' : 'Enter the library'}
      </Button>
      {enter.isError && (
        <ButtonLink variant="quiet" href="/members">
          Continue with email only
        </ButtonLink>
      )}
    </MailLinkPage>
  )
}
