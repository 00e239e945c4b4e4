import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { serverMessage } from '#client/api/call.ts'
import { NotLoaded } from '#client/page/load-failed.tsx'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import type { QuestionBoard as Board, BoardQuestion } from '#features/questions/contract.ts'
import { boardTimes } from '#features/questions/rules.ts'
import type { QuestionState } from '#kernel/values.ts'
import { writeCount } from '#kernel/write-count.ts'

type QuestionBoardProps = {
  queryKey: readonly unknown[]
  read: (signal: AbortSignal) => Promise<Board>
  /** Changes a question's state; if omitted, the board is read-only. */
  mark?: ((question: { id: number; state: QuestionState }) => Promise<unknown>) | undefined
  /** Buttons above the list, shown only if there are questions. */
  tools?: ReactNode
}

/** Lists all questions of an event in the server's order, and refetches them regularly. */
export function QuestionBoard({ queryKey, read, mark, tools }: QuestionBoardProps) {
  const queryClient = useQueryClient()
  const board = useQuery({
    queryKey,
    queryFn: ({ signal }) => read(signal),
    staleTime: 0,
    refetchInterval: boardTimes.asksEveryMs,
  })
  const marking = useMutation({
    mutationFn: async (question: { id: number; state: QuestionState }) => mark?.(question),
    onSuccess: () => queryClient.invalidateQueries({ queryKey }),
  })
  if (!board.data) {
    const words = 'The questions could not be loaded.'
    return <NotLoaded query={board} message={words} skeleton="mt-6 h-40" />
  }
  const { title, when, questions } = board.data
  return (
    <section aria-label="Board" className="mt-6 max-w-3xl print:mt-2 print:max-w-none">
      <p className="text-lead font-semibold wrap-anywhere">{title}</p>
      <p className="text-muted figures">
        {[when, countQuestions(questions)].filter(Boolean).join(', ')}
      </p>
      {board.isError && (
        <p role="alert" className="mt-4 text-danger print:hidden">
          The questions could not be refreshed. Below are those loaded last.
        </p>
      )}
      {marking.isError && (
        <p role="alert" className="mt-4 text-danger print:hidden">
          {serverMessage(marking.error) ?? 'The change was not saved. Please try again.'}
        </p>
      )}
      {questions.length > 0 && tools}
      <ul className="mt-5 grid gap-3 print:mt-3 print:gap-0">
        {questions.map((question) => (
          <QuestionLine
            key={question.id}
            question={question}
            isPending={marking.isPending && marking.variables.id === question.id}
            onMark={mark && ((state) => marking.mutate({ id: question.id, state }))}
          />
        ))}
      </ul>
    </section>
  )
}

function countQuestions(questions: Board['questions']) {
  if (questions.length === 0) return 'no questions yet'
  return writeCount(questions.length, 'question')
}

const names: Record<QuestionState, string> = {
  open: 'Open',
  picked: 'Picked',
  answered: 'Answered',
  hidden: 'Hidden',
}

/** The states that can be set, with button labels, in the order of the buttons. */
const marks = [
  ['picked', 'Pick'],
  ['answered', 'Answered'],
  ['hidden', 'Hide'],
  ['open', 'Open again'],
] as const

type QuestionLineProps = {
  question: BoardQuestion
  isPending: boolean
  onMark: ((state: QuestionState) => void) | undefined
}

/** A question with its author and buttons; in print, only its text and number of votes. */
function QuestionLine({ question, isPending, onMark }: QuestionLineProps) {
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
          {isFromForm && <span>when registering{isShared ? '' : ', not public'}</span>}
          {!isFromForm && !isShared && <span>not public</span>}
        </p>
        {onMark && (
          <p className="mt-3 flex flex-wrap gap-2 print:hidden">
            {marks
              .filter(([mark]) => mark !== state)
              .map(([mark, name]) => (
                <Button
                  key={mark}
                  variant={mark === 'picked' ? 'primary' : 'secondary'}
                  className="max-sm:px-3! max-sm:text-small!"
                  pending={isPending}
                  aria-describedby={`question-${id}`}
                  onClick={() => onMark(mark)}
                >
                  {name}
                </Button>
              ))}
          </p>
        )}
      </div>
    </li>
  )
}
