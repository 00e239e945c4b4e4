import { z } from 'zod'
import { endpoint } from '#kernel/endpoint.ts'
import { flag, instant, optionalText, requiredText, rowId, rowIdInPath } from '#kernel/fields.ts'
import { formAnswer, formQuestion } from '#kernel/form-questions.ts'
import { formQuestionKinds } from '#kernel/values.ts'
import { formQuestionLimits as limits, hasOptions } from './rules.ts'

/**
 * API endpoints for the organiser's questions in the registration form. Questions to the guest of an event are those of
 * features/questions.
 */

const option = requiredText('Option', 'Please enter the option, or remove it', limits.option)

const sentQuestion = z
  .object({
    id: rowId.optional(),
    kind: z.enum(formQuestionKinds, `Must be one of ${formQuestionKinds.join(', ')}`),
    label: requiredText('Question', 'Please enter the question', limits.label),
    options: z
      .array(option, 'Must be a list')
      .max(limits.options, `At most ${limits.options} options`)
      .refine((options) => new Set(options).size === options.length, 'Each option only once')
      .nullish(),
    isRequired: flag.transform((value) => value ?? false),
  })
  .superRefine(({ kind, options }, context) => {
    if (!hasOptions(kind) || (options?.length ?? 0) > 0) return
    context.addIssue({ code: 'custom', path: ['options'], message: 'Please add an option' })
  })
export type SentQuestion = z.output<typeof sentQuestion>

const sentQuestions = z
  .array(sentQuestion)
  .max(limits.questions, `At most ${limits.questions} questions`)

const reply = z.array(formQuestion)
const params = z.object({ id: rowIdInPath })

export const listSeriesFormQuestions = endpoint('GET /api/admin/form-questions', {
  access: 'viewer',
  summary: 'Lists the questions that the registration form of every event asks.',
  reply,
})

export const replaceSeriesFormQuestions = endpoint('PUT /api/admin/form-questions', {
  access: 'editor',
  summary:
    'Replaces the questions of every registration form, and archives those left out; their answers stay. With the ETag of the list as If-Match, refuses if the list changed.',
  body: sentQuestions,
  bodyLimit: 256 * 1024,
  refusals: ['form_questions_changed'],
  reply,
})

export const listFormQuestions = endpoint('GET /api/admin/events/:id/form-questions', {
  access: 'viewer',
  summary: 'Lists the questions of one event, without those of the series.',
  params,
  refusals: ['no_such_event'],
  reply,
})

export const replaceFormQuestions = endpoint('PUT /api/admin/events/:id/form-questions', {
  access: 'editor',
  summary:
    'Replaces the questions of one event, and archives those left out; their answers stay. With the ETag of the list as If-Match, refuses if the list changed.',
  params,
  body: sentQuestions,
  bodyLimit: 256 * 1024,
  refusals: ['no_such_event', 'form_questions_changed'],
  reply,
})

const importableQuestion = z.object({
  id: rowId,
  label: z.string(),
  /** The event whose form asks the question; null for a question of every event. */
  eventId: rowId.nullable(),
})
export type ImportableQuestion = z.output<typeof importableQuestion>

export const listImportableQuestions = endpoint('GET /api/admin/form-questions/all', {
  access: 'viewer',
  summary:
    'Lists the questions of all registration forms, which columns of imported lists may answer.',
  reply: z.array(importableQuestion),
})

const answerText = optionalText('Answer', limits.answer)

/** Schema of the field `answers` of a registration: answers by question id. */
export const answersField = z
  .record(
    z.string().regex(/^[1-9]\d{0,9}$/, 'Must be the number of a question'),
    z.union([answerText, z.boolean(), z.array(answerText).max(limits.options)], 'Must be text'),
  )
  .nullish()
  .transform((answers) => answers ?? {})

/** Schema of a registrant's answer with the question's label at the time of the answer. */
export const givenAnswer = z.object({
  registrationId: rowId,
  eventTitle: z.string(),
  question: z.string(),
  answer: formAnswer,
  createdAt: instant,
})

/** A question as the heading of a column of answers. */
const answerColumn = z.object({ id: rowId, label: z.string() })
export type AnswerColumn = z.output<typeof answerColumn>

/** Optional fields of a list that is filtered by one event: the answers of each row, and the questions as columns. */
export const answersOfRow = { answers: z.record(z.string(), formAnswer).optional() }
export const answerColumns = { formQuestions: z.array(answerColumn).optional() }
