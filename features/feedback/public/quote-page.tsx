import { useMutation } from '@tanstack/react-query'
import type { MouseEvent } from 'react'
import { call } from '#client/api/call.ts'
import { LinkProblem, MailLinkEvent, MailLinkPage } from '#client/page/mail-link-page.tsx'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import { useOnceAlive } from '#client/ui/use-once-alive.ts'
import type { LoadedQuote } from './load-answer.ts'

type QuotePageProps = { token: string; loaded: LoadedQuote }

/** The page of the link in the mail about a published quote. Only a press of a person withdraws the quote. */
export function QuotePage({ token, loaded }: QuotePageProps) {
  const hasScripts = useOnceAlive(() => true) ?? false
  const withdrawing = useMutation({
    mutationFn: () => call('POST /api/quotes/:token/withdraw', { params: { token } }),
  })
  const { eventTitle, quote, name } = withdrawing.data ?? loaded.page
  function press({ nativeEvent }: MouseEvent<HTMLButtonElement>) {
    if (nativeEvent.isTrusted) withdrawing.mutate()
  }
  if (quote === null) {
    const isWithdrawn = withdrawing.isSuccess || loaded.isWithdrawn
    return (
      <MailLinkPage
        title={isWithdrawn ? 'Your quote is withdrawn' : 'Your quote is not on the site'}
        worksWithoutScripts
      >
        <MailLinkEvent title={eventTitle} when={null} />
        <p>
          {isWithdrawn
            ? 'It no longer appears on the site. You do not need to do anything else.'
            : 'It was withdrawn or removed. You do not need to do anything.'}
        </p>
        <ButtonLink size="large" href="/">
          Go to home page
        </ButtonLink>
      </MailLinkPage>
    )
  }
  return (
    <MailLinkPage title="Withdraw your quote?" worksWithoutScripts>
      <MailLinkEvent title={eventTitle} when={null} />
      <figure className="border-l-2 border-line-strong pl-4">
        <blockquote dir="auto" className="wrap-anywhere">
          {quote}
        </blockquote>
        <figcaption className="mt-1 text-small text-muted wrap-anywhere">
          {name ? <bdi>{name}</bdi> : 'Without your name'}
        </figcaption>
      </figure>
      <p>
        The quote leaves the site within a minute, and the organiser can no longer quote this
        comment.
      </p>
      {loaded.problem && (
        <p role="alert" className="text-danger">
          {loaded.problem}
        </p>
      )}
      <LinkProblem error={withdrawing.error} />
      {/* A form only for browsers without scripts: elsewhere, a script could submit it without a press. */}
      <noscript>
        <form method="post">
          <Button type="submit" size="large" name="withdraw" value="yes">
            Withdraw quote
          </Button>
        </form>
      </noscript>
      {hasScripts && (
        <Button size="large" pending={withdrawing.isPending} onClick={press}>
          {withdrawing.isPending ? 'Withdrawing...' : 'Withdraw quote'}
        </Button>
      )}
    </MailLinkPage>
  )
}
