import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { ask } from '#client/api/call.ts'
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

/** A list of questions as the server stores it, and its `ETag`. */
type StoredList = { questions: FormQuestion[]; entityTag: string }

async function readList(response: Response): Promise<StoredList> {
  const questions = (await response.json()) as FormQuestion[]
  return { questions, entityTag: response.headers.get('etag') ?? '' }
}

/** Query for the questions of an event or, with null, those of every event. */
export function formQuestionsOf(eventId: number | null) {
  return queryOptions({
    queryKey: ['form-questions', eventId],
    queryFn: async ({ signal }) =>
      readList(
        eventId === null
          ? await ask('GET /api/admin/form-questions', { signal })
          : await ask('GET /api/admin/events/:id/form-questions', {
              params: { id: eventId },
              signal,
            }),
      ),
  })
}

/** Returns the list with a change to the stored questions. */
export type ListChange = (stored: FormQuestion[]) => EditedQuestion[]

/**
 * Returns the mutation that changes the questions of an event or, with null, those of every event. It reads the stored
 * list again before it applies the change, so that questions which another administrator saved meanwhile are kept. The
 * server refuses with 409 if the list changes in between.
 */
export function useChangeQuestions(eventId: number | null, onSaved: () => void = () => {}) {
  const queryClient = useQueryClient()
  const stored = formQuestionsOf(eventId)
  return useMutation({
    async mutationFn(change: ListChange) {
      const { questions, entityTag } = await queryClient.fetchQuery({ ...stored, staleTime: 0 })
      const sent = { body: change(questions), headers: { 'if-match': entityTag } }
      return readList(
        eventId === null
          ? await ask('PUT /api/admin/form-questions', sent)
          : await ask('PUT /api/admin/events/:id/form-questions', {
              ...sent,
              params: { id: eventId },
            }),
      )
    },
    onSuccess(saved) {
      queryClient.setQueryData(stored.queryKey, saved)
      onSaved()
    },
    onError: () => queryClient.invalidateQueries({ queryKey: stored.queryKey }),
  })
}
