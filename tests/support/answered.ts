import type { SentQuestion } from '#features/form-questions/contract.ts'
import type { FormAnswerValue } from '#kernel/form-questions.ts'
import type { FormQuestionKind } from '#kernel/values.ts'

/**
 * A question of each kind with an answer. Types refuse a kind without a line; tests show that the answer of each line
 * is wherever a person's data must be.
 */
export const answered: Record<
  FormQuestionKind,
  { question: Omit<SentQuestion, 'id'>; answer: FormAnswerValue; text: string }
> = {
  short: {
    question: { kind: 'short', label: 'Role', isRequired: true },
    answer: 'Founder of a bakery',
    text: 'Founder of a bakery',
  },
  long: {
    question: { kind: 'long', label: 'Hopes', isRequired: false },
    answer: 'To learn\nabout pricing',
    text: 'To learn\nabout pricing',
  },
  one: {
    question: { kind: 'one', label: 'Size', options: ['Small', 'Large'], isRequired: true },
    answer: 'Large',
    text: 'Large',
  },
  several: {
    question: {
      kind: 'several',
      label: 'Topics',
      options: ['Tax', 'Law', 'Sales'],
      isRequired: false,
    },
    answer: ['Tax', 'Sales'],
    text: 'Tax, Sales',
  },
  yes_no: {
    question: { kind: 'yes_no', label: 'First time?', isRequired: true },
    answer: false,
    text: 'No',
  },
}
