import type { SharedQuestion } from '#shared/contract/questions.ts'
import { serverMessage } from '#app/api/call.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { describeVotes } from './describe-votes.ts'
import type { useAsking } from './use-asking.ts'

type OthersQuestionsProps = {
  questions: SharedQuestion[]
  votedFor: number[]
  voting: ReturnType<typeof useAsking>['voting']
}

/** What others ask and let be seen, each with one vote to give or to take back. */
export function OthersQuestions({ questions, votedFor, voting }: OthersQuestionsProps) {
  if (questions.length === 0) return null
  return (
    <div className="mt-6">
      <h3 className="font-sans text-base font-semibold">What others ask</h3>
      {voting.isError && (
        <p role="alert" className="mt-2 text-danger">
          {serverMessage(voting.error) ?? 'Your vote did not get through. Please try again.'}
        </p>
      )}
      <ul className="mt-2 grid gap-3">
        {questions.map(({ id, text, state, votes }) => {
          const isFor = votedFor.includes(id)
          const isPending = voting.isPending && voting.variables.id === id
          return (
            <li key={id} className="rounded-md border border-line p-4">
              <p id={`question-${id}`} className="wrap-anywhere">
                {text}
              </p>
              <p className="mt-3 flex flex-wrap items-center gap-3 text-small">
                <Button
                  variant={isFor ? 'primary' : 'secondary'}
                  aria-pressed={isFor}
                  aria-describedby={`question-${id}`}
                  pending={isPending}
                  onClick={() => voting.mutate({ id, isFor: !isFor })}
                >
                  Me too
                </Button>
                <span className="text-muted figures">{describeVotes(votes)}</span>
                {state === 'picked' && <Badge tone="accent">Next</Badge>}
                {state === 'answered' && <Badge tone="success">Answered</Badge>}
              </p>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
