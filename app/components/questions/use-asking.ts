import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { OwnQuestions, SharedQuestion } from '#shared/contract/questions.ts'
import { call } from '#app/api/call.ts'
import { ownQuestionsOf, tokenOf } from './own-questions.ts'

export function sharedQuestionsOf(eventId: number) {
  return queryOptions({
    queryKey: ['/api/events', eventId, 'questions'],
    queryFn: ({ signal }) =>
      call('GET /api/events/:id/questions', { params: { id: eventId }, signal }),
    staleTime: 0,
  })
}

/** How a registrant asks and votes; `linkToken` is the one of the join link, on its own page. */
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
      // The cached response of all may be a moment older than one's own vote.
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
