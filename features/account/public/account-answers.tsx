import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call, serverMessage, wrongFields } from '#client/api/call.ts'
import { Button } from '#client/ui/button.tsx'
import { showFailure, showToast } from '#client/ui/toast-store.ts'
import { AnswerFields } from '#features/form-questions/public/answer-fields.tsx'
import { type Answers, readAnswersOfForm } from '#features/form-questions/rules.ts'
import { accountQuery, type OwnAccount } from './account-query.ts'

/** Renders the questions of the registration form that the person has not answered, as a form. */
export function AccountAnswers({ seat }: { seat: OwnAccount['registrations'][number] }) {
  const queryClient = useQueryClient()
  const { id, openQuestions, title } = seat
  const saving = useMutation({
    mutationFn: (answers: Answers) =>
      call('PUT /api/me/registrations/:id/answers', { params: { id }, body: { answers } }),
    async onSuccess() {
      await queryClient.invalidateQueries({ queryKey: accountQuery.queryKey })
      showToast({ title: 'Answers saved' })
    },
    onError(error) {
      // The questions may have changed since the page was loaded.
      void queryClient.invalidateQueries({ queryKey: accountQuery.queryKey })
      if (wrongFields(error).length > 0) return
      showFailure(
        'Answers not saved',
        serverMessage(error) ?? 'Please check your connection and try again.',
      )
    },
  })
  return (
    <form
      noValidate
      aria-label={`Questions from the organiser: ${title}`}
      className="grid max-w-xl gap-5 border-t border-line pt-4"
      onSubmit={(submit) => {
        submit.preventDefault()
        const { answers, errors } = readAnswersOfForm(openQuestions, submit.currentTarget)
        if (errors.length === 0 && !saving.isPending) saving.mutate(answers)
      }}
    >
      <p className="font-semibold">Questions from the organiser</p>
      <AnswerFields questions={openQuestions} refused={wrongFields(saving.error)} />
      <Button type="submit" className="justify-self-start" pending={saving.isPending}>
        Save answers
      </Button>
    </form>
  )
}
