import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { Radio } from '#client/ui/choices.tsx'
import { Field, FieldError, TextArea } from '#client/ui/field.tsx'
import {
  answerFieldNames,
  type AnswerError,
  formQuestionLimits,
  readAnswersOfForm,
} from '#features/form-questions/rules.ts'
import type { FormQuestion } from '#kernel/form-questions.ts'

type AnswerFieldsProps = {
  questions: FormQuestion[]
  /** Errors of the server's refusal, if the form was refused. */
  refused?: AnswerError[]
  /** The visitor's input of the refused form, by field name. */
  typed?: Record<string, string> | undefined
}

/**
 * Renders the organiser's questions as fields of the surrounding form, which works without scripts, too. Shows errors
 * when the form is submitted, and focuses the first invalid field.
 */
export function AnswerFields({ questions, refused = [], typed = {} }: AnswerFieldsProps) {
  const place = useRef<HTMLDivElement>(null)
  const [found, setFound] = useState<AnswerError[]>()
  const errors = found ?? refused
  useEffect(() => {
    const form = place.current?.closest('form')
    if (!form) return undefined
    const check = () => readAnswersOfForm(questions, form).errors
    function show() {
      const wrong = check()
      // Without errors of its own, the form shows those of the server's next refusal.
      setFound(wrong.length > 0 ? wrong : undefined)
      const names = questions.flatMap((question) =>
        wrong.some(({ field }) => field === `answers.${question.id}`)
          ? answerFieldNames(question)
          : [],
      )
      if (names[0]) form?.querySelector<HTMLElement>(`[name="${names[0]}"]`)?.focus()
    }
    // An error disappears as soon as its field is corrected.
    const correct = () =>
      setFound((shown) =>
        shown?.filter(({ field }) => check().some((error) => error.field === field)),
      )
    // The form was submitted before this code had loaded.
    if ('isIncomplete' in form.dataset) show()
    form.addEventListener('submit', show)
    form.addEventListener('input', correct)
    return () => {
      form.removeEventListener('submit', show)
      form.removeEventListener('input', correct)
    }
  }, [questions])
  return (
    <div ref={place} className="grid gap-5">
      {questions.map((question) => (
        <AnswerField
          key={question.id}
          question={question}
          typed={typed}
          error={errors.find(({ field }) => field === `answers.${question.id}`)?.message}
        />
      ))}
    </div>
  )
}

type AnswerFieldProps = {
  question: FormQuestion
  typed: Record<string, string>
  error: string | undefined
}

function AnswerField({ question, typed, error }: AnswerFieldProps) {
  const { kind, label, options = [], isRequired } = question
  const names = answerFieldNames(question)
  const [name = ''] = names
  if (kind === 'short' || kind === 'long') {
    const field = {
      name,
      label,
      error,
      required: isRequired,
      maxLength: formQuestionLimits.answer,
      defaultValue: typed[name],
    }
    return kind === 'short' ? (
      <Field {...field} />
    ) : (
      <TextArea {...field} inputClassName="field-sizing-content min-h-24" />
    )
  }
  if (kind === 'several') {
    return (
      <AnswerGroup {...{ label, isRequired, error }}>
        {options.map((option, at) => (
          <Checkbox
            key={option}
            name={names[at]}
            value={option}
            label={<span className="wrap-anywhere">{option}</span>}
            defaultChecked={typed[names[at] ?? ''] !== undefined}
          />
        ))}
      </AnswerGroup>
    )
  }
  const choices =
    kind === 'one'
      ? options.map((option) => [option, option])
      : [
          ['yes', 'Yes'],
          ['no', 'No'],
        ]
  return (
    <AnswerGroup {...{ label, isRequired, error }}>
      {choices.map(([value, text]) => (
        <label
          key={value}
          className="flex min-h-11 cursor-pointer items-start gap-3 py-2.5 leading-6"
        >
          <Radio name={name} value={value} defaultChecked={typed[name] === value} />
          <span className="min-w-0 wrap-anywhere">{text}</span>
        </label>
      ))}
    </AnswerGroup>
  )
}

type AnswerGroupProps = {
  label: string
  isRequired: boolean
  error: string | undefined
  children: ReactNode
}

/** A group of radio buttons or checkboxes, with its question as legend. */
function AnswerGroup({ label, isRequired, error, children }: AnswerGroupProps) {
  const id = useId()
  return (
    <fieldset aria-describedby={error && id} className="min-w-0">
      <legend className="flex w-full items-baseline justify-between gap-3">
        <span className="font-semibold wrap-anywhere">{label}</span>
        {!isRequired && <span className="text-caption text-muted">Optional</span>}
      </legend>
      <div className="mt-1 grid gap-x-6 sm:grid-cols-2">{children}</div>
      <FieldError id={id} error={error} />
    </fieldset>
  )
}
