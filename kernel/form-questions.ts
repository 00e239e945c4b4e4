import { z } from 'zod'
import { rowId } from './fields.ts'
import { formQuestionKinds } from './values.ts'

/** Schema of one of the organiser's questions in the registration form, in responses to visitors and administrators. */
export const formQuestion = z.object({
  id: rowId,
  kind: z.enum(formQuestionKinds),
  label: z.string(),
  /** The options of the kinds `one` and `several`; absent for other kinds. */
  options: z.array(z.string()).optional(),
  isRequired: z.boolean(),
})
export type FormQuestion = z.output<typeof formQuestion>

/**
 * Schema of a stored answer: text for the kinds `short`, `long` and `one`, a list of options for `several`, true or
 * false for `yes_no`.
 */
export const formAnswer = z.union([z.string(), z.boolean(), z.array(z.string())])
export type FormAnswerValue = z.output<typeof formAnswer>
