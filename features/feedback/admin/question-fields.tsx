import { Button } from '#client/ui/button.tsx'
import { Field } from '#client/ui/field.tsx'
import { feedbackLimits, feedbackMinutes } from '#features/feedback/rules.ts'

/** Values of the fields as typed; numbers are text. */
export type TypedQuestion = { minutes: string; question: string; options: string[] }

/** Returns the first mistake of a typed question; undefined if there is none. */
export function findMistake({ minutes, question, options }: TypedQuestion): string | undefined {
  const { least, most } = feedbackMinutes
  const number = Number(minutes)
  if (!Number.isInteger(number) || number < least || number > most)
    return `Enter a whole number of minutes from ${least} to ${most}.`
  if (question.trim() === '' || options.some((option) => option.trim() === ''))
    return 'Fill in the question and each answer.'
  if (new Set(options.map((option) => option.trim())).size < options.length)
    return 'Two answers are the same.'
  return undefined
}

type QuestionFieldsProps = { typed: TypedQuestion; onChange: (typed: TypedQuestion) => void }

/** Renders the fields of a question: when it is sent, its text, and two to five answers. */
export function QuestionFields({ typed, onChange }: QuestionFieldsProps) {
  const { minutes, question, options } = typed
  const { fewestOptions, mostOptions } = feedbackLimits
  return (
    <>
      <Field
        className="max-w-xs"
        label="Minutes after the end"
        type="number"
        min={feedbackMinutes.least}
        max={feedbackMinutes.most}
        required
        value={minutes}
        onChange={({ target }) => onChange({ ...typed, minutes: target.value })}
      />
      <Field
        label="Question"
        required
        maxLength={feedbackLimits.question}
        value={question}
        onChange={({ target }) => onChange({ ...typed, question: target.value })}
      />
      <div className="grid gap-3">
        {options.map((option, at) => (
          // The fields have no other identity than their position.
          <div key={at} className="flex items-end gap-2">
            <Field
              className="grow"
              label={`Answer ${at + 1}`}
              required
              maxLength={feedbackLimits.option}
              value={option}
              onChange={({ target }) =>
                onChange({ ...typed, options: options.with(at, target.value) })
              }
            />
            {options.length > fewestOptions && (
              <Button
                variant="quiet"
                onClick={() => onChange({ ...typed, options: options.toSpliced(at, 1) })}
              >
                Remove<span className="sr-only"> answer {at + 1}</span>
              </Button>
            )}
          </div>
        ))}
        {options.length < mostOptions && (
          <Button
            variant="secondary"
            className="justify-self-start"
            onClick={() => onChange({ ...typed, options: [...options, ''] })}
          >
            Add answer
          </Button>
        )}
      </div>
    </>
  )
}
