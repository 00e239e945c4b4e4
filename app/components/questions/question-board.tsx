import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { QuestionBoard as Board } from '#shared/contract/questions.ts'
import { boardTimes, type QuestionState } from '#shared/questions.ts'
import { serverMessage } from '#app/api/call.ts'
import { LoadFailed } from '#app/components/load-failed.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { QuestionLine } from './question-line.tsx'

type QuestionBoardProps = {
  queryKey: readonly unknown[]
  read: (signal: AbortSignal) => Promise<Board>
  mark: (question: { id: number; state: QuestionState }) => Promise<unknown>
}

/** Every question of an event, what is next on top; it follows what people write and vote. */
export function QuestionBoard({ queryKey, read, mark }: QuestionBoardProps) {
  const queryClient = useQueryClient()
  const board = useQuery({
    queryKey,
    queryFn: ({ signal }) => read(signal),
    staleTime: 0,
    refetchInterval: boardTimes.asksEveryMs,
  })
  const marking = useMutation({
    mutationFn: mark,
    onSuccess: () => queryClient.invalidateQueries({ queryKey }),
  })
  if (board.isPending) return <Skeleton className="mt-6 h-40" />
  if (!board.data) {
    return (
      <LoadFailed
        error={board.error}
        words="The questions could not be loaded."
        onRetry={board.refetch}
      />
    )
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
          The board could not be read anew; it shows what was there last.
        </p>
      )}
      {marking.isError && (
        <p role="alert" className="mt-4 text-danger print:hidden">
          {serverMessage(marking.error) ?? 'That was not noted. Please try again.'}
        </p>
      )}
      <ul className="mt-5 grid gap-3 print:mt-3 print:gap-0">
        {questions.map((question) => (
          <QuestionLine
            key={question.id}
            question={question}
            isPending={marking.isPending && marking.variables.id === question.id}
            onMark={(state) => marking.mutate({ id: question.id, state })}
          />
        ))}
      </ul>
    </section>
  )
}

function countQuestions(questions: Board['questions']) {
  if (questions.length === 0) return 'no questions so far'
  return questions.length === 1 ? '1 question' : `${questions.length} questions`
}
