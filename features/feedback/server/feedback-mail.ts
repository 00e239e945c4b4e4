import { sql } from 'drizzle-orm'
import { isReceiver } from '#features/event-mails/server/follow-up-audience.ts'
import { isAttendanceKnown } from '#features/event-mails/server/follow-up-mails.ts'
import { usualFeedback } from '#features/feedback/rules.ts'
import { headingOf } from '#features/mails/server/compose.ts'
import type { EventMail } from '#features/mails/server/mail-kind.ts'
import { settlingMs } from '#features/mails/server/plan.ts'
import { effectiveStatus, eventEnd } from '#kernel/event-time.ts'
import { readFeedback } from './feedback-settings.ts'

/** Milliseconds after an event in which its question is sent, for attendance that becomes known late. */
const askedMs = 14 * 24 * 60 * 60_000

/** SQL: a thank-you mail that is about to be sent to the registrant contains the question. */
const awaitsThankYou = sql`exists (select from held_mails h
  where h.event_id = r.event_id and h.kind = 'thank_you' and h.state = 'held')`

/**
 * The mail with one question to those who attended. A thank-you mail that is due within a day of it contains it: the
 * hold of such a mail ends at the next time of day, so less than a day after both are due.
 */
export const feedbackMail = {
  to: 'registrant',
  topic: 'news',
  isRepeatable: false,
  due: {
    when(event, { now, timeZone }) {
      const end = eventEnd(event, timeZone)
      const isOver = effectiveStatus(event, now, timeZone) === 'completed'
      if (!isOver || !end || event.cancelledAt) return undefined
      return now.getTime() - end.getTime() < askedMs ? { dedupeKey: '' } : undefined
    },
    who: (event) => sql`${isReceiver('thank_you', event)} and not ${awaitsThankYou}`,
    async holdUntil(db, event, { now }) {
      const { stored, minutes } = await readFeedback(db, event)
      if (!event.endsAt || !stored.isOn || !stored.isSent) return undefined
      if (!(await isAttendanceKnown(db, event))) return undefined
      // At least as long as after a save, so that an administrator can stop the mail.
      const earliest = now.getTime() + settlingMs
      return new Date(Math.max(event.endsAt.getTime() + minutes * 60_000, earliest))
    },
    carries: ['recording_ready'],
    whyNot: (event) =>
      event.cancelledAt ? 'The event was cancelled' : 'The event is too long ago',
    whyNotThem: 'The attendance of this person has changed',
  },
  async findFeedback(db, { event }) {
    const { question, options } = await readFeedback(db, event!)
    return { question, options }
  },
  words(event, context, { feedback = usualFeedback }) {
    const { question, options } = feedback
    return {
      subject: `${question} ${event.title}`,
      preview: question,
      parts: [
        headingOf('One question', event, context),
        { opening: `Thank you for joining the conversation with ${event.speakerName}.` },
        { placeholder: 'link', text: question },
        ...options.map((option, at) => ({
          button: option,
          address: `${context.links.answer}?value=${at + 1}`,
        })),
        { note: 'Press “Send answer” on the next page. You can add a comment there.' },
      ],
      reason: `You get this email because you attended an event of ${context.seriesName}.`,
    }
  },
} satisfies EventMail
