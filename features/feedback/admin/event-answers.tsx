import { useQuery } from '@tanstack/react-query'
import { PersonCell } from '#client/admin/person-cell.tsx'
import { useFormatInstant } from '#client/admin/use-format-instant.ts'
import { textLinkStyle } from '#client/ui/text-link.ts'
import type { EventAnswers as Answers } from '#features/feedback/contract.ts'
import { AnswerQuote } from './answer-quote.tsx'
import { eventAnswers } from './feedback-queries.ts'

/** Renders the answers to the question of an event: numbers, who chose each answer, and comments with their authors. */
export function EventAnswers({ eventId }: { eventId: number }) {
  const { data } = useQuery(eventAnswers(eventId))
  if (!data || data.asked + data.answered === 0) return null
  const numbers = [
    ['Asked', data.asked],
    ['Opened', data.opened],
    ['Answered', data.answered],
  ] as const
  const comments = data.answers.filter(({ text }) => text !== '')
  return (
    <section aria-labelledby="answers" className="mt-8 border-t border-line pt-6">
      <h3 id="answers" className="font-semibold wrap-anywhere">
        <bdi>{data.question}</bdi>
      </h3>
      <dl className="mt-3 flex flex-wrap gap-x-10 gap-y-2">
        {numbers.map(([name, value]) => (
          <div key={name}>
            <dt className="text-small text-muted">{name}</dt>
            <dd className="font-semibold figures">{value.toLocaleString('en-GB')}</dd>
          </div>
        ))}
      </dl>
      <ul aria-label="Answers" className="mt-4 grid gap-1">
        {data.options.map((option) => (
          <li key={option.label}>
            <Option option={option} data={data} />
          </li>
        ))}
      </ul>
      {comments.length > 0 && (
        <>
          <h4 className="mt-6 font-semibold">Comments</h4>
          <ul aria-label="Comments" className="mt-3 grid gap-4 text-small">
            {comments.map((answer) => (
              <Comment key={answer.id} answer={answer} />
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

function Option({ option, data }: { option: Answers['options'][number]; data: Answers }) {
  const { label, count } = option
  const people = data.answers.filter((answer) => answer.label === label)
  const share = data.answered > 0 ? count / data.answered : 0
  const line = (
    <>
      <span className="flex flex-wrap items-baseline justify-between gap-x-4 text-small">
        <bdi className="font-semibold wrap-anywhere">{label}</bdi>
        <span className="text-muted figures">
          {count.toLocaleString('en-GB')} · {Math.round(share * 100)} %
        </span>
      </span>
      <span
        aria-hidden
        className="mt-1.5 block h-2.5 overflow-hidden rounded-full bg-line forced-color-adjust-none"
      >
        <span className="block h-full bg-glow" style={{ width: `${share * 100}%` }} />
      </span>
    </>
  )
  if (people.length === 0) return <div className="py-2">{line}</div>
  return (
    <details>
      <summary className="block cursor-pointer rounded-sm py-2">
        {line}
        <span className={`mt-1 inline-block text-small ${textLinkStyle}`}>Show people</span>
      </summary>
      <ul aria-label={label} className="mb-3 grid gap-2 pl-4 text-small">
        {people.map((person) => (
          <li key={person.email}>
            <PersonCell {...person} />
          </li>
        ))}
      </ul>
    </details>
  )
}

function Comment({ answer }: { answer: Answers['answers'][number] }) {
  const format = useFormatInstant()
  return (
    <li className="border-l-2 border-line-strong pl-4">
      <p className="wrap-anywhere whitespace-pre-line">
        <bdi>{answer.text}</bdi>
      </p>
      <p className="mt-1 text-muted wrap-anywhere">
        <bdi>{answer.name || answer.email}</bdi>, “<bdi>{answer.label}</bdi>”,{' '}
        {format(answer.updatedAt)}
      </p>
      <AnswerQuote answer={answer} />
    </li>
  )
}
