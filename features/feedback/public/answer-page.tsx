import { useMutation } from '@tanstack/react-query'
import { type MouseEvent, useEffect, useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData, useParams } from 'react-router'
import { call } from '#client/api/call.ts'
import { LinkProblem, MailLinkEvent, MailLinkPage } from '#client/page/mail-link-page.tsx'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import { Radio } from '#client/ui/choices.tsx'
import { TextArea } from '#client/ui/field.tsx'
import { useOnceAlive } from '#client/ui/use-once-alive.ts'
import type { AnswerPage as Page } from '#features/feedback/contract.ts'
import { feedbackLimits } from '#features/feedback/rules.ts'
import type { QuotePermission } from '#kernel/quote-permissions.ts'
import { type Choice, type Loaded, loadAnswer } from './load-answer.ts'
import { QuotePage } from './quote-page.tsx'

const quoteQuestion = 'May we quote your comment?'
const quoteLabels: Record<QuotePermission, string> = {
  with_name: 'With my name',
  without_name: 'Without my name',
  none: 'Do not quote me',
}
const permissions = Object.keys(quoteLabels) as QuotePermission[]

export function loader(args: LoaderFunctionArgs) {
  return loadAnswer(args)
}

/**
 * The page `/answers/{token}`: one question about an event. A link in the mail preselects an answer; only a press of a
 * person on this page stores it, because mail scanners open links, run scripts and submit forms. The link to a published
 * quote opens the same route, because the front page loads the manifest of all routes.
 */
export default function AnswerPage() {
  const loaded = useLoaderData<typeof loader>()
  const { token = '' } = useParams()
  useOpening(token, loaded.page !== null)
  if (loaded.quote) return <QuotePage token={token} loaded={loaded.quote} />
  if (!loaded.page) {
    const isRefused = loaded.failure === 404
    return (
      <MailLinkPage
        title={isRefused ? 'This link does not work' : 'The question could not be loaded'}
        worksWithoutScripts
      >
        <p>{isRefused ? 'Please check that the link is complete.' : 'Please try again later.'}</p>
        <ButtonLink size="large" href="/">
          Go to home page
        </ButtonLink>
      </MailLinkPage>
    )
  }
  return <Question token={token} loaded={loaded} page={loaded.page} />
}

type QuestionProps = { token: string; loaded: Loaded; page: Page }

function Question({ token, loaded, page }: QuestionProps) {
  const hasScripts = useOnceAlive(() => true) ?? false
  const [choice, setChoice] = useState(loaded.choice)
  const [isChanging, setIsChanging] = useState(false)
  const [missing, setMissing] = useState(loaded.problem)
  const saving = useMutation({
    mutationFn: () => call('POST /api/answers/:token', { params: { token }, body: choice }),
    onSuccess: () => setIsChanging(false),
  })
  /** Stores the answer if a person pressed the button. Scripts that press it, as scanners do, have no effect. */
  function press(event: MouseEvent<HTMLButtonElement>) {
    event.preventDefault()
    if (!event.nativeEvent.isTrusted) return
    if (choice.value === '') setMissing('Please choose an answer')
    else saving.mutate()
  }
  const label = page.options[Number(choice.value) - 1]
  const isStored = (saving.isSuccess || loaded.step === 'stored') && !isChanging
  if (isStored) {
    return (
      <MailLinkPage title="Thank you for your answer" worksWithoutScripts>
        <MailLinkEvent title={page.eventTitle} when={null} />
        <Chosen question={page.question} label={label} choice={choice} />
        <p className="text-muted">You can change it for seven days with the link in the email.</p>
        {hasScripts && (
          <Button variant="secondary" onClick={() => setIsChanging(true)}>
            Change answer
          </Button>
        )}
      </MailLinkPage>
    )
  }
  const isConfirming = loaded.step === 'confirm' && !isChanging
  const send = (
    <Button type="submit" size="large" pending={saving.isPending} onClick={press}>
      {saving.isPending ? 'Sending...' : isConfirming ? 'Confirm your answer' : 'Send answer'}
    </Button>
  )
  if (isConfirming) {
    return (
      <MailLinkPage title="Confirm your answer" worksWithoutScripts>
        <MailLinkEvent title={page.eventTitle} when={null} />
        <Chosen question={page.question} label={label} choice={choice} />
        <LinkProblem error={saving.error} />
        {/* A form only for browsers without scripts: elsewhere, a script could submit it without a press. */}
        <noscript>
          <form method="post">
            <input type="hidden" name="value" value={choice.value} />
            <input type="hidden" name="text" value={choice.text} />
            <input type="hidden" name="quote" value={choice.quote} />
            <Button type="submit" size="large" name="confirm" value="yes">
              Confirm your answer
            </Button>
          </form>
        </noscript>
        {hasScripts && send}
      </MailLinkPage>
    )
  }
  return (
    <MailLinkPage title={page.question} worksWithoutScripts>
      <MailLinkEvent title={page.eventTitle} when={null} />
      <form
        method="post"
        noValidate
        className="grid w-full justify-items-start gap-5"
        onSubmit={(event) => event.preventDefault()}
      >
        <fieldset className="grid w-full gap-2" aria-describedby={missing ? 'missing' : undefined}>
          <legend className="sr-only">{page.question}</legend>
          {page.options.map((option, at) => (
            <label
              key={option}
              className="flex min-h-12 w-full cursor-pointer items-center gap-3 rounded-md border border-line px-4 py-2.5 leading-6 has-checked:border-accent-edge has-checked:bg-surface"
            >
              <Radio
                name="value"
                value={at + 1}
                checked={choice.value === String(at + 1)}
                onChange={({ target }) => {
                  setMissing(null)
                  setChoice({ ...choice, value: target.value })
                }}
              />
              <bdi className="min-w-0 wrap-anywhere">{option}</bdi>
            </label>
          ))}
        </fieldset>
        <TextArea
          name="text"
          label="Comment"
          className="w-full"
          maxLength={feedbackLimits.text}
          value={choice.text}
          onChange={({ target }) => setChoice({ ...choice, text: target.value })}
        />
        {(choice.text.trim() || !hasScripts) && (
          <QuoteChoice quote={choice.quote} onChange={(quote) => setChoice({ ...choice, quote })} />
        )}
        {missing && (
          <p id="missing" role="alert" className="font-semibold text-danger">
            {missing}
          </p>
        )}
        <LinkProblem error={saving.error} />
        {send}
      </form>
    </MailLinkPage>
  )
}

type ChosenProps = { question: string; label: string | undefined; choice: Choice }

function Chosen({ question, label, choice: { text, quote } }: ChosenProps) {
  return (
    <dl className="grid gap-1">
      <dt className="text-small text-muted wrap-anywhere">
        <bdi>{question}</bdi>
      </dt>
      <dd className="font-semibold wrap-anywhere">
        <bdi>{label}</bdi>
      </dd>
      {text && (
        <>
          <dd className="wrap-anywhere whitespace-pre-line">
            <bdi>{text}</bdi>
          </dd>
          <dt className="mt-2 text-small text-muted">{quoteQuestion}</dt>
          <dd className="font-semibold">{quoteLabels[quote]}</dd>
        </>
      )}
    </dl>
  )
}

type QuoteChoiceProps = { quote: QuotePermission; onChange: (quote: QuotePermission) => void }

function QuoteChoice({ quote, onChange }: QuoteChoiceProps) {
  return (
    <fieldset aria-describedby="quote-note">
      <legend className="font-semibold">{quoteQuestion}</legend>
      <p id="quote-note" className="mt-1 text-small text-muted">
        We may shorten it. You get an email if it appears on our site, and can withdraw it.
      </p>
      <div className="mt-1 flex flex-wrap gap-x-6">
        {permissions.map((permission) => (
          <label key={permission} className="flex min-h-11 cursor-pointer items-center gap-3">
            <Radio
              name="quote"
              value={permission}
              checked={quote === permission}
              onChange={() => onChange(permission)}
            />
            {quoteLabels[permission]}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** Records once that the page was visible for a second without a break. */
function useOpening(token: string, isQuestion: boolean) {
  useEffect(() => {
    if (!isQuestion) return undefined
    let timer: number | undefined
    function watch() {
      window.clearTimeout(timer)
      if (document.visibilityState !== 'visible') return
      timer = window.setTimeout(() => {
        document.removeEventListener('visibilitychange', watch)
        // The answer does not depend on this record, so a failure has no consequence.
        call('POST /api/answers/:token/opened', { params: { token } }).catch(() => undefined)
      }, 1000)
    }
    watch()
    document.addEventListener('visibilitychange', watch)
    return () => {
      window.clearTimeout(timer)
      document.removeEventListener('visibilitychange', watch)
    }
  }, [token, isQuestion])
}
