import { z } from 'zod'
import { endpoint } from '#kernel/endpoint.ts'
import { instant, optionalText, requiredText, rowId, rowIdInPath } from '#kernel/fields.ts'
import { quotePermissions } from '#kernel/quote-permissions.ts'
import { feedbackLimits, feedbackMinutes } from './rules.ts'

/** API endpoints of the question that attendees get by mail after an event. */

const { fewestOptions, mostOptions } = feedbackLimits

const ofLink = { params: z.object({ token: z.string() }), refusals: ['unknown_link'] as const }

const answerPage = z.object({
  eventTitle: z.string(),
  question: z.string(),
  options: z.array(z.string()),
  /** Position of the chosen option, from 1; null before the person has answered. */
  value: z.int().nullable(),
  text: z.string(),
  /** Whether the organiser may quote the text. */
  quote: z.enum(quotePermissions),
  /** Until when the answer can be changed; null before the person has answered. */
  changeableUntil: instant.nullable(),
})
export type AnswerPage = z.output<typeof answerPage>

export const readAnswerPage = endpoint('GET /api/answers/:token', {
  access: 'public',
  summary: 'Returns the question and answer of a link in a mail; changes nothing.',
  ...ofLink,
  reply: answerPage,
})

const chosen = 'Please choose an answer'

export const giveAnswer = endpoint('POST /api/answers/:token', {
  access: 'public',
  summary: 'Stores the answer of the person with this link. It can be changed for seven days.',
  ...ofLink,
  body: z.object({
    /** Position of the chosen option, from 1; forms send it as text. */
    value: z
      .union([z.int(), z.string().regex(/^\d$/).transform(Number)], { error: chosen })
      .refine((value) => value >= 1 && value <= mostOptions, chosen),
    text: optionalText('Your comment', feedbackLimits.text),
    /** Whether the organiser may quote the text; stored as `none` without a text. */
    quote: z
      .enum(quotePermissions, { error: 'Please choose whether we may quote you' })
      .nullish()
      .transform((quote) => quote ?? 'none'),
  }),
  refusals: ['unknown_link', 'answer_final'],
  reply: answerPage,
})

export const noteOpening = endpoint('POST /api/answers/:token/opened', {
  access: 'public',
  summary: 'Records that the page of a link was visible for a second.',
  ...ofLink,
  reply: z.object({}),
})

const shownQuote = z.object({
  quote: z.string(),
  /** Null if the author allows the quote without the name. */
  name: z.string().nullable(),
})
export type ShownQuote = z.output<typeof shownQuote>

export const listQuotes = endpoint('GET /api/quotes', {
  access: 'public',
  isKept: true,
  summary: 'Returns the quotes from attendees that the front page shows, newest first.',
  reply: z.array(shownQuote),
})

const quotePage = z.object({
  eventTitle: z.string(),
  /** Null if the site does not show the quote any more. */
  quote: z.string().nullable(),
  name: z.string().nullable(),
})
export type QuotePage = z.output<typeof quotePage>

export const readQuotePage = endpoint('GET /api/quotes/:token', {
  access: 'public',
  summary: 'Returns the quote of a link in a mail to its author; changes nothing.',
  ...ofLink,
  reply: quotePage,
})

export const withdrawQuote = endpoint('POST /api/quotes/:token/withdraw', {
  access: 'public',
  summary: 'Withdraws the permission of the author with this link; the quote leaves the site.',
  ...ofLink,
  reply: quotePage,
})

const ofAnswer = { params: z.object({ id: rowIdInPath }) }

export const publishQuote = endpoint('PUT /api/admin/answers/:id/quote', {
  access: 'editor',
  summary: 'Shows a quote from the text of an answer on the site, and mails its author.',
  ...ofAnswer,
  body: z.object({
    /** Words of the text in their order, with `…` in place of each omission. */
    quote: requiredText('Quote', 'Quote is required', feedbackLimits.quote),
    /** `updatedAt` of the answer that the administrator read. */
    updatedAt: instant,
  }),
  refusals: ['no_such_answer', 'quote_not_allowed', 'answer_changed'],
  reply: z.object({}),
})

export const removeQuote = endpoint('DELETE /api/admin/answers/:id/quote', {
  access: 'editor',
  summary: 'Removes the quote of an answer from the site.',
  ...ofAnswer,
  refusals: ['no_such_answer'],
  reply: z.object({}),
})

const minutes = z
  .int({ error: 'Must be a whole number of minutes' })
  .min(feedbackMinutes.least, `At least ${feedbackMinutes.least} minutes`)
  .max(feedbackMinutes.most, 'At most seven days after the end')

const question = requiredText('Question', 'Question is required', feedbackLimits.question)
const optionCount = `Between ${fewestOptions} and ${mostOptions} answers`
const options = z
  .array(requiredText('Answer', 'Answer is required', feedbackLimits.option))
  .min(fewestOptions, optionCount)
  .max(mostOptions, optionCount)
  .refine((all) => new Set(all).size === all.length, 'Two answers are the same')

const seriesFeedback = z.object({
  /** Whether events of the series send the question. */
  isOn: z.boolean({ error: 'Must be true or false' }),
  /** Minutes after the end of the event. */
  minutes,
  question,
  options,
})
export type SeriesFeedback = z.output<typeof seriesFeedback>

export const getSeriesFeedback = endpoint('GET /api/admin/feedback', {
  access: 'viewer',
  summary: 'Returns the question that events of the series ask their attendees.',
  reply: seriesFeedback,
})

export const changeSeriesFeedback = endpoint('PUT /api/admin/feedback', {
  access: 'editor',
  summary:
    'Sets the question of the series. Switching it on does not affect events that have ended.',
  body: seriesFeedback,
  reply: seriesFeedback,
})

const eventFeedback = z.object({
  /** False if this event sends no question, even if the series does. */
  isSent: z.boolean(),
  /** Null follows the series. */
  minutes: z.int().nullable(),
  /** Question and answers of this event; null follows the series. */
  own: z.object({ question: z.string(), options: z.array(z.string()) }).nullable(),
  series: seriesFeedback,
  /** Whether the series sends its question after this event: not if it was switched on later. */
  isOn: z.boolean(),
})
export type EventFeedback = z.output<typeof eventFeedback>

const ofEvent = { params: z.object({ id: rowIdInPath }), refusals: ['no_such_event'] as const }

export const getEventFeedback = endpoint('GET /api/admin/events/:id/feedback', {
  access: 'viewer',
  summary: 'Returns the question that an event asks its attendees.',
  ...ofEvent,
  reply: eventFeedback,
})

const eventFeedbackForm = z.object({
  isSent: z.boolean({ error: 'Must be true or false' }).optional(),
  minutes: minutes.nullish(),
  own: z.object({ question, options }).nullish(),
})
export type EventFeedbackForm = z.output<typeof eventFeedbackForm>

export const changeEventFeedback = endpoint('PUT /api/admin/events/:id/feedback', {
  access: 'editor',
  summary: 'Sets the question of one event; fields left out stay, and null follows the series.',
  ...ofEvent,
  body: eventFeedbackForm,
  reply: eventFeedback,
})

const counts = z.object({
  /** Number of people who were sent the question. */
  asked: z.int(),
  /** Number of people who saw the page, or answered. */
  opened: z.int(),
  answered: z.int(),
})

const optionCounts = z.array(z.object({ label: z.string(), count: z.int() }))

export const getEventAnswers = endpoint('GET /api/admin/events/:id/answers', {
  access: 'viewer',
  summary: 'Returns the answers to the question of an event, each with its author.',
  ...ofEvent,
  reply: counts.extend({
    question: z.string(),
    /** Each option with its number of answers, followed by former options that were chosen. */
    options: optionCounts,
    /** The newest answer first. */
    answers: z.array(
      z.object({
        id: rowId,
        personKey: z.string().nullable(),
        name: z.string(),
        email: z.string(),
        value: z.int(),
        label: z.string(),
        text: z.string(),
        quote: z.enum(quotePermissions),
        /** The quote from the text that the site shows. */
        testimonial: shownQuote.nullable(),
        answeredAt: instant,
        updatedAt: instant,
      }),
    ),
  }),
})
export type EventAnswers = z.output<typeof getEventAnswers.reply>

export const listFeedback = endpoint('GET /api/admin/answers', {
  access: 'viewer',
  summary: 'Returns the numbers of answers of all events whose question was sent, newest first.',
  reply: z.array(counts.extend({ eventId: rowId, title: z.string(), options: optionCounts })),
})
export type FeedbackOfEvent = z.output<typeof listFeedback.reply>[number]
