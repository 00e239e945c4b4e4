import type { AnswerColumn } from '#features/form-questions/contract.ts'
import { type Answers, writeAnswer } from '#features/form-questions/rules.ts'

/** Renders the answers of a person in the registration form, one column for each question; nothing without answers. */
export function RegistrantAnswers({
  answers = {},
  questions,
}: {
  answers: Answers | undefined
  questions: AnswerColumn[]
}) {
  if (Object.keys(answers).length === 0) return null
  return (
    <dl className="mt-1.5 grid gap-x-5 gap-y-1.5 sm:grid-cols-2 lg:col-span-3 lg:grid-cols-3">
      {questions.map(({ id, label }) => (
        <div key={id} className="min-w-0">
          <dt className="wrap-anywhere text-muted">{label}</dt>
          <dd className="wrap-anywhere whitespace-pre-line">
            <bdi>{answers[id] === undefined ? '–' : writeAnswer(answers[id])}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  )
}
