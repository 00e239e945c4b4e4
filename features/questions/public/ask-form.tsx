import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { serverMessage, wrongFields, call } from '#client/api/call.ts'
import { Button } from '#client/ui/button.tsx'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { TextArea } from '#client/ui/field.tsx'
import type { OwnQuestions, SharedQuestion } from '#features/questions/contract.ts'
import { questionLimits } from '#features/questions/rules.ts'
import { ownQuestionsOf, tokenOf } from './own-questions.ts'

type AskFormProps = { left: number; asking: ReturnType<typeof useAsking>['asking'] }

/** Form for one question at a time; the text stays in the form until the server has accepted it. */
export function AskForm({ left, asking }: AskFormProps) {
  const [text, setText] = useState('')
  const [isShared, setIsShared] = useState(false)
  const [isEmpty, setIsEmpty] = useState(false)
  const said = useRef<HTMLOutputElement>(null)
  const written = text.trim()

  function send(submit: FormEvent) {
    submit.preventDefault()
    setIsEmpty(written === '')
    if (written === '' || asking.isPending) return
    asking.mutate(
      { text: written, isShared },
      {
        onSuccess() {
          setText('')
          said.current?.focus()
        },
      },
    )
  }

  const refused = wrongFields(asking.error).find(({ field }) => field === 'text')?.message
  const failed =
    asking.isError && !refused
      ? (serverMessage(asking.error) ?? 'Your question was not sent. Please try again.')
      : undefined
  return (
    <>
      <output ref={said} tabIndex={-1} className="mt-3 block text-success outline-none">
        {asking.isSuccess && 'Question sent to the host.'}
      </output>
      {left > 0 && (
        <form onSubmit={send} noValidate className="mt-3 grid gap-2">
          <TextArea
            label="Your question"
            required
            maxLength={questionLimits.characters}
            value={text}
            onChange={({ target }) => {
              setText(target.value)
              setIsEmpty(false)
            }}
            error={isEmpty ? 'Please enter your question' : refused}
            description={`${questionLimits.characters - text.length} characters left, ${describeLeft(left)}.`}
            inputClassName="field-sizing-content min-h-24"
          />
          <Checkbox
            label="Show to others, without my name"
            checked={isShared}
            onChange={({ target }) => setIsShared(target.checked)}
          />
          {failed && (
            <p role="alert" className="text-danger">
              {failed}
            </p>
          )}
          <Button type="submit" className="justify-self-start" pending={asking.isPending}>
            {asking.isPending ? 'Asking...' : 'Ask'}
          </Button>
        </form>
      )}
    </>
  )
}

function describeLeft(left: number) {
  return left === 1 ? '1 question left' : `${left} questions left`
}

export function sharedQuestionsOf(eventId: number) {
  return queryOptions({
    queryKey: ['/api/events', eventId, 'questions'],
    queryFn: ({ signal }) =>
      call('GET /api/events/:id/questions', { params: { id: eventId }, signal }),
    staleTime: 0,
  })
}

/**
 * Returns the mutations for asking and voting. `linkToken` is the token of the join link on the join page, undefined
 * on other pages.
 */
export function useAsking(eventId: number, linkToken: string | undefined) {
  const queryClient = useQueryClient()
  const { queryKey } = ownQuestionsOf(eventId, linkToken)
  const token = () => tokenOf(eventId, linkToken)
  const keep = ({ isRegistered, left, mine, votedFor }: OwnQuestions) =>
    queryClient.setQueryData(queryKey, { isRegistered, left, mine, votedFor })
  const asking = useMutation({
    mutationFn: (question: { text: string; isShared: boolean }) =>
      call('POST /api/questions', { body: { ...question, eventId, token: token() } }),
    onSuccess: keep,
  })
  const voting = useMutation({
    mutationFn: ({ id, isFor }: { id: number; isFor: boolean }) =>
      call('POST /api/questions/:id/vote', { params: { id }, body: { isFor, token: token() } }),
    onSuccess(answer, { id }) {
      keep(answer)
      // The cached list of public questions may not contain the visitor's new vote yet, so update its count.
      const { queryKey: shared } = sharedQuestionsOf(eventId)
      queryClient.setQueryData<{ questions: SharedQuestion[] }>(shared, (board) =>
        board === undefined
          ? board
          : {
              questions: board.questions.map((question) =>
                question.id === id ? { ...question, votes: answer.votes } : question,
              ),
            },
      )
    },
  })
  return { asking, voting }
}
