import { useMutation, useQuery } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { type LoaderFunctionArgs, useLoaderData, useParams } from 'react-router'
import { refusedWith } from '#client/api/call.ts'
import { formAnswerOf } from '#client/api/page-context.ts'
import { answerFailure, answerReply } from '#client/forms/form-answer.ts'
import {
  explainLinkFailure,
  isLinkRefused,
  LinkProblem,
  MailLinkEvent,
  MailLinkPage,
  ShowWithoutScripts,
} from '#client/page/mail-link-page.tsx'
import { Button, ButtonLink } from '#client/ui/button.tsx'

type Offered = { title: string; when: string | null }
type Words = { title: string; text: string }

/** The result of a form that was posted without scripts: the offer, or the reply to an answer; or why it was refused. */
type Posted = {
  reply?: unknown
  answer?: string | undefined
  problem?: string | undefined
}

/** The loader of pages behind links in mails on which people answer an offer. */
export function readPosted(args: LoaderFunctionArgs): Posted {
  const posted = formAnswerOf(args)
  const failure = answerFailure(posted)
  return {
    reply: answerReply(posted),
    answer: posted?.typed['answer'],
    problem: failure && explainLinkFailure(failure),
  }
}

export type OfferButton<Answer> = {
  value: Answer
  label: string
  /** The label while the answer is being sent. */
  pendingLabel?: string
  variant?: 'primary' | 'secondary' | 'quiet'
}

type MailLinkOfferProps<Offer extends Offered, Answer extends string, Reply extends Offered> = {
  /** Path of the call that `read` makes. */
  path: string
  read: (token: string) => Promise<Offer>
  send: (token: string, answer: Answer) => Promise<Reply>
  finding: string
  /** Title of the page if the server refuses the answer. */
  refused: string
  describe: (offer: Offer) => Words
  /** Returns the texts after an answer; `isRegistered`: the page shows the event, too. */
  describeAnswer: (answer: Answer, reply: Reply) => Words & { isRegistered: boolean }
  /** Returns the buttons of an offer; without any, the page links to the events. */
  buttons: (offer: Offer) => OfferButton<Answer>[]
}

/**
 * Renders the page that a mail about an event links to: the event with its buttons, then the result, with and without
 * scripts. All such pages share this component, so that React reuses the heading and the new text in it receives the
 * focus.
 */
export function MailLinkOffer<Offer extends Offered, Answer extends string, Reply extends Offered>({
  path,
  read,
  send,
  finding,
  refused,
  describe,
  describeAnswer,
  buttons,
}: MailLinkOfferProps<Offer, Answer, Reply>) {
  const { token = '' } = useParams()
  const posted = useLoaderData<typeof readPosted>()
  const postedOffer = posted.answer === undefined ? (posted.reply as Offer | undefined) : undefined
  const offer = useQuery({
    queryKey: [path, token],
    queryFn: () => read(token),
    ...(postedOffer && { initialData: postedOffer }),
    enabled: posted.answer === undefined && posted.problem === undefined,
    gcTime: 0,
  })
  const answering = useMutation({
    mutationFn: (answer: Answer) => send(token, answer),
    onError: (error) => refusedWith(error, 'event_full') && void offer.refetch(),
  })
  const problem = refusedWith(answering.error, 'event_full') ? null : answering.error
  const answered = answering.isSuccess
    ? describeAnswer(answering.variables, answering.data)
    : posted.answer !== undefined && posted.reply
      ? describeAnswer(posted.answer as Answer, posted.reply as Reply)
      : undefined
  if (answered) {
    const event = answering.data ?? (posted.reply as Reply)
    return (
      <MailLinkPage title={answered.title} worksWithoutScripts>
        {answered.isRegistered && <MailLinkEvent {...event} />}
        <p>{answered.text}</p>
        <ButtonLink size="large" variant="secondary" href="/">
          Go to home page
        </ButtonLink>
      </MailLinkPage>
    )
  }
  if (posted.problem !== undefined) {
    return (
      <MailLinkPage title={refused} worksWithoutScripts>
        <p>{posted.problem}</p>
        <form method="post" className="flex flex-wrap gap-3">
          <Button type="submit" size="large" variant="secondary">
            Reload
          </Button>
          <ButtonLink size="large" variant="quiet" href="/">
            View events
          </ButtonLink>
        </form>
      </MailLinkPage>
    )
  }
  const refusal = [problem, offer.error].find(isLinkRefused)
  if (refusal) {
    return (
      <MailLinkPage title={refused}>
        <p>{explainLinkFailure(refusal)}</p>
        <ButtonLink size="large" href="/">
          View events
        </ButtonLink>
      </MailLinkPage>
    )
  }
  if (offer.data) {
    const { title, text } = describe(offer.data)
    return (
      <MailLinkPage title={title} worksWithoutScripts>
        <MailLinkEvent title={offer.data.title} when={offer.data.when} />
        <p>{text}</p>
        <LinkProblem error={problem} />
        <OfferButtons
          buttons={buttons(offer.data)}
          sending={answering.isPending ? answering.variables : undefined}
          onAnswer={(answer) => answering.mutate(answer)}
        />
      </MailLinkPage>
    )
  }
  if (offer.error && !offer.isFetching) {
    return (
      <MailLinkPage title="This link does not work">
        <p role="alert">{explainLinkFailure(offer.error)}</p>
        <Button size="large" onClick={() => void offer.refetch()}>
          Try again
        </Button>
      </MailLinkPage>
    )
  }
  return (
    <MailLinkPage title={finding} worksWithoutScripts>
      <ShowWithoutScripts label="Show this event" />
    </MailLinkPage>
  )
}

type OfferButtonsProps<Answer> = {
  buttons: OfferButton<Answer>[]
  /** The answer that is being sent. */
  sending: Answer | undefined
  onAnswer: (answer: Answer) => void
}

function OfferButtons<Answer extends string>({
  buttons,
  sending,
  onAnswer,
}: OfferButtonsProps<Answer>) {
  function send(submit: FormEvent<HTMLFormElement>) {
    submit.preventDefault()
    const { submitter } = submit.nativeEvent as SubmitEvent
    if (sending === undefined) onAnswer((submitter as HTMLButtonElement).value as Answer)
  }
  if (buttons.length === 0) {
    return (
      <ButtonLink size="large" href="/">
        View events
      </ButtonLink>
    )
  }
  return (
    <form method="post" onSubmit={send} className="flex flex-wrap gap-3">
      {buttons.map(({ value, label, pendingLabel = label, variant = 'secondary' }) => (
        <Button
          key={value}
          type="submit"
          name="answer"
          value={value}
          size="large"
          variant={variant}
          pending={sending === value}
        >
          {sending === value ? pendingLabel : label}
        </Button>
      ))}
    </form>
  )
}

export const registrationConfirmed = {
  title: 'Your registration is confirmed',
  text: 'We are emailing you your join link and a calendar entry.',
  isRegistered: true,
}
