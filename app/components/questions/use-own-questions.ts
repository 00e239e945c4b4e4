import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { OwnQuestions, SharedQuestion } from '#shared/contract/questions.ts'
import { call } from '#app/api/call.ts'
import { readJoinToken } from '#app/api/stored-join-tokens.ts'

export function sharedQuestionsOf(eventId: number) {
  return queryOptions({
    queryKey: ['/api/events', eventId, 'questions'],
    queryFn: ({ signal }) =>
      call('GET /api/events/:id/questions', { params: { id: eventId }, signal }),
    staleTime: 0,
  })
}

type Options = {
  /** Of the join link, on its own page. */
  linkToken: string | undefined
  isEnabled: boolean
}

/**
 * What this visitor asked and voted for, and how they do so. Only once the page is alive: it depends on
 * whose browser it is.
 */
export function useOwnQuestions(eventId: number, { linkToken, isEnabled }: Options) {
  const queryClient = useQueryClient()
  const queryKey = ['/api/questions/own', eventId]
  const token = () => linkToken ?? readJoinToken(eventId)
  const keep = ({ isRegistered, left, mine, votedFor }: OwnQuestions) =>
    queryClient.setQueryData(queryKey, { isRegistered, left, mine, votedFor })
  const own = useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      call('POST /api/questions/own', { body: { eventId, token: token() }, signal }),
    enabled: isEnabled,
    staleTime: 0,
  })
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
      // The kept answer of all may be a moment older than one's own vote.
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
  return { own: own.data, asking, voting }
}
