import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#client/api/call.ts'
import type { FormQuestion } from '#kernel/form-questions.ts'
import type { FormQuestionKind } from '#kernel/values.ts'

/** A question as an administrator edits it; a new one has no id yet. */
export type EditedQuestion = Omit<FormQuestion, 'id'> & { id?: number }

export const kindNames: Record<FormQuestionKind, string> = {
  short: 'Short text',
  long: 'Long text',
  one: 'One of several options',
  several: 'Several options',
  yes_no: 'Yes or no',
}

/** Query for the questions of an event or, with null, those of every event. */
export function formQuestionsOf(eventId: number | null) {
  return queryOptions({
    queryKey: ['form-questions', eventId],
    queryFn: ({ signal }) =>
      eventId === null
        ? call('GET /api/admin/form-questions', { signal })
        : call('GET /api/admin/events/:id/form-questions', { params: { id: eventId }, signal }),
  })
}

/** Returns the mutation that replaces all questions of an event or, with null, those of every event. */
export function useReplaceQuestions(eventId: number | null, onSaved: () => void = () => {}) {
  const queryClient = useQueryClient()
  const { queryKey } = formQuestionsOf(eventId)
  return useMutation({
    mutationFn: (body: EditedQuestion[]) =>
      eventId === null
        ? call('PUT /api/admin/form-questions', { body })
        : call('PUT /api/admin/events/:id/form-questions', { params: { id: eventId }, body }),
    onSuccess(saved) {
      queryClient.setQueryData(queryKey, saved)
      onSaved()
    },
    onError: () => queryClient.invalidateQueries({ queryKey }),
  })
}
