import type { BoardQuestion } from '#shared/contract/questions.ts'
import type { QuestionState } from '#shared/questions.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'

const names: Record<QuestionState, string> = {
  open: 'Open',
  picked: 'Picked',
  answered: 'Answered',
  hidden: 'Hidden',
}

/** What each press says, in the order of an event. */
const marks = [
  ['picked', 'Pick'],
  ['answered', 'Answered'],
  ['hidden', 'Hide'],
  ['open', 'Open again'],
] as const

type QuestionLineProps = {
  question: BoardQuestion
  isPending: boolean
  onMark: (state: QuestionState) => void
}

/** One question with its author and what can be done with it; on paper, its words and votes alone. */
export function QuestionLine({ question, isPending, onMark }: QuestionLineProps) {
  const { id, text, author, state, votes, isShared, isFromForm } = question
  const isOver = state === 'answered' || state === 'hidden'
  return (
    <li
      aria-labelledby={`question-${id}`}
      className={`grid grid-cols-[3.5rem_minmax(0,1fr)] gap-x-4 rounded-md border border-line bg-surface p-4 print:rounded-none print:border-0 print:border-b print:p-2 ${state === 'hidden' ? 'print:hidden' : ''}`}
    >
      <p className="text-center">
        <span className="block text-subheading font-semibold figures">{votes}</span>
        <span className="text-caption text-muted">{votes === 1 ? 'vote' : 'votes'}</span>
      </p>
      <div className="min-w-0">
        <p
          id={`question-${id}`}
          className={`whitespace-pre-line wrap-anywhere ${isOver ? 'text-muted' : 'font-semibold'}`}
        >
          {text}
        </p>
        <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-small text-muted">
          {state !== 'open' && (
            <Badge tone={state === 'picked' ? 'accent' : 'neutral'}>{names[state]}</Badge>
          )}
          <span className="wrap-anywhere">{author}</span>
          {isFromForm && <span>when registering</span>}
          {!isShared && <span>not seen by others</span>}
        </p>
        <p className="mt-3 flex flex-wrap gap-2 print:hidden">
          {marks
            .filter(([mark]) => mark !== state)
            .map(([mark, name]) => (
              <Button
                key={mark}
                variant={mark === 'picked' ? 'primary' : 'secondary'}
                pending={isPending}
                aria-describedby={`question-${id}`}
                onClick={() => onMark(mark)}
              >
                {name}
              </Button>
            ))}
        </p>
      </div>
    </li>
  )
}
