import type { FormAnswerValue, FormQuestion } from '#kernel/form-questions.ts'
import type { FormQuestionKind } from '#kernel/values.ts'

/** Maximum numbers of questions in a list and options of a question, and maximum lengths in characters. */
export const formQuestionLimits = {
  questions: 10,
  options: 20,
  label: 300,
  option: 200,
  answer: 4000,
} as const

/** Maximum size, in bytes, of a body with answers: twenty of the longest ones, in any script. */
export const answersBodyLimit = 384 * 1024

/** Returns whether the registrant chooses among options. */
export function hasOptions(kind: FormQuestionKind): kind is 'one' | 'several' {
  return kind === 'one' || kind === 'several'
}

const chooseOption = 'Please choose one of the options'

/** A validated answer; undefined if the question is unanswered. `error`: why the answer is invalid. */
type Read = { value?: FormAnswerValue; error?: string }

const readText = (given: FormAnswerValue): Read =>
  typeof given === 'string' ? { value: given } : { error: 'Must be text' }

/**
 * How an answer of each kind is validated. Forms without scripts send text only: `yes` or `no`, and one selected
 * option instead of a list of one.
 */
const readers: Record<FormQuestionKind, (given: FormAnswerValue, options: string[]) => Read> = {
  short: readText,
  long: readText,
  one: (given, options) =>
    typeof given === 'string' && options.includes(given)
      ? { value: given }
      : { error: chooseOption },
  several(given, options) {
    const chosen = [given].flat()
    const isListed = chosen.every((one) => typeof one === 'string' && options.includes(one))
    // Return the chosen options in the order of the question, without duplicates.
    return isListed
      ? { value: options.filter((option) => chosen.includes(option)) }
      : { error: chooseOption }
  },
  yes_no(given) {
    if (given === 'yes' || given === true) return { value: true }
    return given === 'no' || given === false ? { value: false } : { error: 'Must be true or false' }
  },
}

/** Answers by question id. */
export type Answers = Record<string, FormAnswerValue>

export type AnswerError = { field: string; message: string }

/**
 * Validates answers to the given questions. Ignores answers to other questions, because the form may have been
 * opened before the questions changed. With `isComplete`, a missing answer to a required question is an error.
 */
export function readAnswers(
  questions: FormQuestion[],
  given: Answers,
  { isComplete }: { isComplete: boolean },
): { answers: Answers; errors: AnswerError[] } {
  const answers: Answers = {}
  const errors: AnswerError[] = []
  for (const { id, kind, options = [], isRequired } of questions) {
    const sent = Object.hasOwn(given, id) ? given[id] : undefined
    const isMissing = sent === undefined || sent === '' || (Array.isArray(sent) && !sent.length)
    const { value, error } = isMissing ? {} : readers[kind](sent, options)
    if (error !== undefined) errors.push({ field: `answers.${id}`, message: error })
    else if (value !== undefined) answers[id] = value
    else if (isRequired && isComplete) {
      errors.push({ field: `answers.${id}`, message: 'Please answer this question' })
    }
  }
  return { answers, errors }
}

/** Returns an answer as one text, for lists, mails and files. */
export function writeAnswer(value: FormAnswerValue): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return typeof value === 'string' ? value : value.join(', ')
}

/**
 * Returns the names of the form fields of a question. Each option of `several` has a field of its own, because a form
 * post without scripts has one value for each name.
 */
export function answerFieldNames({ id, kind, options = [] }: FormQuestion): string[] {
  return kind === 'several' ? options.map((_, at) => `answers.${id}.${at}`) : [`answers.${id}`]
}

/** Returns the answers in the fields of a form, by question id. */
export function answersInFields(
  questions: FormQuestion[],
  valueOf: (name: string) => string | undefined,
): Answers {
  return Object.fromEntries(
    questions.map((question) => {
      const values = answerFieldNames(question).flatMap((name) => valueOf(name) || [])
      return [question.id, question.kind === 'several' ? values : (values[0] ?? '')]
    }),
  )
}

/** Validates the answers that a visitor typed into a form element of a page. */
export function readAnswersOfForm(questions: FormQuestion[], form: HTMLFormElement) {
  const typed = new FormData(form)
  const given = answersInFields(questions, (name) => {
    const value = typed.get(name)
    return typeof value === 'string' ? value.trim() : undefined
  })
  return readAnswers(questions, given, { isComplete: true })
}
