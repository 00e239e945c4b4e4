import { FormProvider, useForm, useWatch } from 'react-hook-form'
import { DialogFormEnd } from '#client/admin/dialog-form-end.tsx'
import { RemovalDialog } from '#client/admin/removal-dialog.tsx'
import { wrongFields } from '#client/api/call.ts'
import { FormField } from '#client/forms/form-field.tsx'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { fieldBox, FieldFrame, TextArea } from '#client/ui/field.tsx'
import { showToast } from '#client/ui/toast-store.ts'
import { formQuestionLimits, hasOptions } from '#features/form-questions/rules.ts'
import type { FormQuestion } from '#kernel/form-questions.ts'
import { formQuestionKinds, type FormQuestionKind } from '#kernel/values.ts'
import { type EditedQuestion, kindNames, useReplaceQuestions } from './form-question-queries.ts'

type Values = { kind: FormQuestionKind; label: string; options: string; isRequired: boolean }

type QuestionDialogProps = {
  eventId: number | null
  /** All questions of the event's form, or of the series', in their order. */
  questions: FormQuestion[]
  /** The question to change; undefined to add one. */
  question?: FormQuestion | undefined
  onClose: () => void
}

function readOptions(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
}

/** Dialog that adds a question to the registration form, or changes one. */
export function FormQuestionDialog(props: QuestionDialogProps) {
  const { eventId, questions, question, onClose } = props
  const form = useForm<Values>({
    defaultValues: {
      kind: question?.kind ?? 'short',
      label: question?.label ?? '',
      options: question?.options?.join('\n') ?? '',
      isRequired: question?.isRequired ?? false,
    },
  })
  const { register, formState } = form
  const kind = useWatch({ control: form.control, name: 'kind' })
  const saving = useReplaceQuestions(eventId, () => {
    showToast({ title: question ? 'Question saved' : 'Question added' })
    onClose()
  })
  const at = question ? questions.indexOf(question) : questions.length

  function save({ options, ...values }: Values) {
    const edited: EditedQuestion = {
      ...values,
      ...(question && { id: question.id }),
      ...(hasOptions(values.kind) && { options: readOptions(options) }),
    }
    const list: EditedQuestion[] = [...questions]
    list.splice(at, question ? 1 : 0, edited)
    saving.mutate(list, { onError: showErrors })
  }

  /** Shows the server's errors beside the fields of this question. */
  function showErrors(error: unknown) {
    for (const { field, message } of wrongFields(error)) {
      const [index, name] = field.split('.')
      if (Number(index) === at && (name === 'label' || name === 'options'))
        form.setError(name, { message }, { shouldFocus: true })
    }
  }

  const isAtField = wrongFields(saving.error).some(({ field }) =>
    [`${at}.label`, `${at}.options`].some((name) => field.startsWith(name)),
  )
  return (
    <Dialog title={question ? 'Change question' : 'Add question'} onClose={onClose}>
      <FormProvider {...form}>
        <form
          noValidate
          className="mt-6 grid gap-5"
          onSubmit={(submit) => void form.handleSubmit(save)(submit)}
        >
          <FormField
            name="label"
            label="Question"
            required
            data-autofocus
            autoComplete="off"
            maxLength={formQuestionLimits.label}
          />
          <FieldFrame
            label="Answer"
            id={undefined}
            required
            className=""
            description={
              question &&
              kind !== question.kind &&
              'Answers so far stay with the people who gave them. The form asks a new question.'
            }
          >
            {(framed) => (
              <select {...register('kind')} {...framed} className={`${fieldBox} h-12`}>
                {formQuestionKinds.map((each) => (
                  <option key={each} value={each}>
                    {kindNames[each]}
                  </option>
                ))}
              </select>
            )}
          </FieldFrame>
          {hasOptions(kind) && (
            <TextArea
              {...register('options')}
              label="Options"
              required
              description={`One per line, up to ${formQuestionLimits.options}.`}
              error={formState.errors.options?.message}
            />
          )}
          <Checkbox {...register('isRequired')} label="Required" />
          <DialogFormEnd
            sending={saving}
            isAtField={isAtField}
            button={{ idle: question ? 'Save' : 'Add', pending: 'Saving...' }}
            onClose={onClose}
          />
        </form>
      </FormProvider>
    </Dialog>
  )
}

type RemoveDialogProps = QuestionDialogProps & { question: FormQuestion; onRemoved: () => void }

/** Dialog that confirms the removal of a question, whose answers stay. */
export function RemoveQuestionDialog(props: RemoveDialogProps) {
  const { eventId, questions, question, onClose, onRemoved } = props
  const saving = useReplaceQuestions(eventId, () => {
    onClose()
    showToast({ title: 'Question removed' })
    // Wait until the dialog and the focused button are gone.
    setTimeout(onRemoved)
  })
  const removal = {
    ...saving,
    mutate: () => saving.mutate(questions.filter(({ id }) => id !== question.id)),
  }
  return (
    <RemovalDialog
      title={`Remove “${question.label}”?`}
      label="Remove question"
      stay="Go back"
      {...{ removal, onClose }}
    >
      The registration form no longer asks it. Answers so far stay with the people who gave them.
    </RemovalDialog>
  )
}
