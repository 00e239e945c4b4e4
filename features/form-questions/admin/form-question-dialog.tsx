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
import { type EditedQuestion, kindNames, useChangeQuestions } from './form-question-queries.ts'

type Values = { kind: FormQuestionKind; label: string; options: string; isRequired: boolean }

type QuestionDialogProps = {
  eventId: number | null
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

/** Returns the errors of a question's label and options in the server's refusal of a list. */
function errorsOfQuestion(error: unknown) {
  return wrongFields(error).flatMap(({ field, message }) => {
    const name = field.split('.')[1]
    return name === 'label' || name === 'options' ? [{ field: name, message } as const] : []
  })
}

/** Dialog that adds a question to the registration form, or changes one. */
export function FormQuestionDialog(props: QuestionDialogProps) {
  const { eventId, question, onClose } = props
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
  const saving = useChangeQuestions(eventId, () => {
    showToast({ title: question ? 'Question Saved' : 'Question Added' })
    onClose()
  })

  function save({ options, ...values }: Values) {
    const edited: EditedQuestion = {
      ...values,
      ...(question && { id: question.id }),
      ...(hasOptions(values.kind) && { options: readOptions(options) }),
    }
    const change = (stored: EditedQuestion[]) => {
      const at = stored.findIndex(({ id }) => id === question?.id)
      return at < 0 ? [...stored, edited] : stored.with(at, edited)
    }
    saving.mutate(change, { onError: showErrors })
  }

  /** Shows the server's errors beside their fields: the stored questions are valid, so they are about this one. */
  function showErrors(error: unknown) {
    for (const { field, message } of errorsOfQuestion(error)) {
      form.setError(field, { message }, { shouldFocus: true })
    }
  }

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
            label="Type of answer"
            id={undefined}
            required
            className=""
            description={
              question &&
              kind !== question.kind &&
              'Given answers are kept with each person. The form asks this as a new question.'
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
          <Checkbox {...register('isRequired')} label="Answer required" />
          <DialogFormEnd
            sending={saving}
            isAtField={errorsOfQuestion(saving.error).length > 0}
            button={{ idle: question ? 'Save question' : 'Add question', pending: 'Saving...' }}
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
  const { eventId, question, onClose, onRemoved } = props
  const saving = useChangeQuestions(eventId, () => {
    onClose()
    showToast({ title: 'Question Removed' })
    // Wait until the dialog and the focused button are gone.
    setTimeout(onRemoved)
  })
  const removal = {
    ...saving,
    mutate: () => saving.mutate((stored) => stored.filter(({ id }) => id !== question.id)),
  }
  return (
    <RemovalDialog
      title={`Remove “${question.label}”?`}
      label="Remove question"
      stay="Go back"
      {...{ removal, onClose }}
    >
      The registration form no longer asks this question. Given answers are kept with each person.
    </RemovalDialog>
  )
}
