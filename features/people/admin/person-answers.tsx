import { writeAnswer } from '#features/form-questions/rules.ts'
import type { Person } from '#features/people/contract.ts'

/** Renders the person's answers to the organiser's questions in registration forms. */
export function PersonAnswers({ person }: { person: Person }) {
  return (
    <ul aria-label="Form answers" className="grid gap-4 text-small">
      {person.formAnswers.map(({ registrationId, eventTitle, question, answer, createdAt }) => (
        <li
          key={`${registrationId} ${question} ${createdAt}`}
          className="border-l-2 border-line-strong pl-4"
        >
          <p className="font-semibold wrap-anywhere">
            <bdi>{question}</bdi>
          </p>
          <p className="mt-1 wrap-anywhere whitespace-pre-line">
            <bdi>{writeAnswer(answer)}</bdi>
          </p>
          <p className="mt-1 wrap-anywhere text-muted">
            <bdi>{eventTitle}</bdi>
          </p>
        </li>
      ))}
    </ul>
  )
}

/** Renders the person's questions to the guests of events. */
export function PersonQuestions({ person }: { person: Person }) {
  return (
    <ul aria-label="Questions" className="grid gap-4 text-small">
      {person.asked.map(({ eventTitle, text, state, createdAt }) => (
        <li key={`${createdAt} ${text}`} className="border-l-2 border-line-strong pl-4">
          <p className="wrap-anywhere whitespace-pre-line">
            <bdi>{text}</bdi>
          </p>
          <p className="mt-1 wrap-anywhere text-muted">
            <bdi>{eventTitle}</bdi>
            {state !== 'open' && <span>{`, ${state}`}</span>}
          </p>
        </li>
      ))}
    </ul>
  )
}
