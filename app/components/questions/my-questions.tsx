import type { OwnQuestions, SharedQuestion } from '#shared/contract/questions.ts'
import { Badge } from '#app/ui/badge.tsx'
import { describeVotes } from './describe-votes.ts'

type MyQuestionsProps = {
  mine: OwnQuestions['mine']
  /** What is newer of them, as far as others may see them. */
  votes: SharedQuestion[]
}

/** What this registrant asked, and what became of it. */
export function MyQuestions({ mine, votes }: MyQuestionsProps) {
  if (mine.length === 0) return null
  return (
    <div className="mt-6">
      <h3 className="font-sans text-base font-semibold">Your questions</h3>
      <ul className="mt-2 grid gap-3">
        {mine.map((question) => {
          const now = votes.find(({ id }) => id === question.id) ?? question
          return (
            <li key={question.id} className="rounded-md border border-line p-4">
              <p className="wrap-anywhere">{question.text}</p>
              <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-small text-muted">
                {now.state === 'picked' && <Badge tone="accent">Next</Badge>}
                {now.state === 'answered' && <Badge tone="success">Answered</Badge>}
                {question.isShared ? describeVotes(now.votes) : 'Only the host sees it'}
              </p>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
