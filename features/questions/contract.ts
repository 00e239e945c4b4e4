import { z } from 'zod'
import { endpoint } from '#kernel/endpoint.ts'
import { flag, instant, requiredText, rowId, rowIdInPath } from '#kernel/fields.ts'
import { questionStates } from '#kernel/values.ts'
import { questionLimits } from './rules.ts'

/**
 * API endpoints for questions to the guest of an event. Only registrants may ask and vote; a verified session or the
 * token of their join link identifies them.
 */

const token = requiredText('The link', 'The link is not complete', 100).nullish()
const params = z.object({ id: rowIdInPath })

const sharedQuestion = z.object({
  id: rowId,
  text: z.string(),
  state: z.enum(questionStates),
  votes: z.int(),
})
export type SharedQuestion = z.output<typeof sharedQuestion>

export const listSharedQuestions = endpoint('GET /api/events/:id/questions', {
  access: 'public',
  isKept: true,
  summary: "Lists the public questions of an event, without their authors' names.",
  params,
  refusals: ['no_such_event'],
  reply: z.object({ questions: z.array(sharedQuestion) }),
})

/** The registrant's questions and votes, which the cached reply for all visitors does not contain. */
const ownQuestions = z.object({
  isRegistered: z.boolean(),
  /** Number of questions that the registrant may still ask; 0 once the event is over. */
  left: z.int(),
  mine: z.array(sharedQuestion.extend({ isShared: z.boolean(), isFromForm: z.boolean() })),
  /** Ids of the questions for which the registrant voted. */
  votedFor: z.array(rowId),
})
export type OwnQuestions = z.output<typeof ownQuestions>

export const readOwnQuestions = endpoint('POST /api/questions/own', {
  access: 'public',
  summary: "Returns the caller's questions and votes for an event, if they are registered.",
  body: z.object({ eventId: rowId, token }),
  reply: ownQuestions,
})

const text = requiredText('Question', 'Please enter your question', questionLimits.characters)

export const askQuestion = endpoint('POST /api/questions', {
  access: 'public',
  summary: 'Asks the guest of an event; at most three questions per registrant.',
  body: z.object({ eventId: rowId, token, text, isShared: flag }),
  refusals: ['not_registered', 'questions_used_up', 'questions_closed'],
  reply: ownQuestions,
})

export const voteForQuestion = endpoint('POST /api/questions/:id/vote', {
  access: 'public',
  summary: "Adds or withdraws the caller's vote for a public question.",
  params,
  body: z.object({ token, isFor: z.boolean({ error: 'Must be true or false' }) }),
  refusals: ['not_registered', 'no_such_question', 'questions_closed'],
  reply: ownQuestions.extend({ votes: z.int() }),
})

const boardQuestion = sharedQuestion.extend({
  isShared: z.boolean(),
  isFromForm: z.boolean(),
  /** Name of the registrant who asked; empty if that person was erased. */
  author: z.string(),
  askedAt: instant,
})
export type BoardQuestion = z.output<typeof boardQuestion>

export const questionBoard = z.object({
  title: z.string(),
  when: z.string().nullable(),
  questions: z.array(boardQuestion),
})
export type QuestionBoard = z.output<typeof questionBoard>

export const readQuestionBoard = endpoint('GET /api/admin/events/:id/questions', {
  access: 'viewer',
  summary: 'Lists the questions of an event with authors and votes; open ones first.',
  params,
  refusals: ['no_such_event'],
  reply: questionBoard,
})

export const questionState = z.enum(questionStates, { error: 'Must be a state of questions' })
export const markedQuestion = z.object({ id: rowId, state: z.enum(questionStates) })

export const markQuestion = endpoint('PATCH /api/admin/questions/:id', {
  access: 'editor',
  summary: 'Changes the state of a question: selected, answered, hidden or open.',
  params,
  body: z.object({ state: questionState }),
  refusals: ['no_such_question'],
  reply: markedQuestion,
})
