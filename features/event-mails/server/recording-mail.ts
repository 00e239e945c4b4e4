import { sql } from 'drizzle-orm'
import { hasReadyRecording } from '#features/events/rules.ts'
import { headingOf } from '#features/mails/server/compose.ts'
import { materialParts } from '#features/mails/server/mail-materials.ts'
import type { EventMail } from '#features/mails/server/mail-kind.ts'
import { isConfirmed } from '#features/mails/server/plan.ts'
import { libraryLinkNote } from '#features/sign-in/server/library-link-mail.ts'
import { effectiveStatus, eventEnd } from '#kernel/event-time.ts'
import { awaitsFollowUp } from './follow-up-audience.ts'

/**
 * Milliseconds after an event in which the release of its recording is mailed to registrants. Recordings released later
 * are probably an archive that is being imported.
 */
export const newsMs = 60 * 24 * 60 * 60_000

/** SQL: the registrant is confirmed and agreed to updates, which include mails about recordings. */
const wantsRecording = sql`${isConfirmed} and r.receive_updates`

export const recordingMail = {
  to: 'registrant',
  topic: 'news',
  isRepeatable: false,
  due: {
    when(event, { now, timeZone }) {
      const isOver = effectiveStatus(event, now, timeZone) === 'completed'
      if (!isOver || !hasReadyRecording(event)) return undefined
      const end = eventEnd(event, timeZone)
      const isNews = end !== undefined && now.getTime() - end.getTime() < newsMs
      return isNews ? { dedupeKey: '' } : undefined
    },
    who: (event) => sql`${wantsRecording} and not ${awaitsFollowUp(event)}`,
    whyNot: (event) =>
      event.cancelledAt ? 'The event was cancelled' : 'The recording was removed, or is too old',
    whyNotThem: 'No longer subscribed to updates',
  },
  words: (event, context) => ({
    subject: `The recording is ready: ${event.title}`,
    preview: `Watch the conversation with ${event.speakerName} whenever you like.`,
    parts: [
      headingOf('The recording is ready', event, context),
      { opening: `The conversation with ${event.speakerName} is in the library now.` },
      { button: 'Watch the recording', address: context.links.enter },
      { note: libraryLinkNote },
      ...materialParts(context),
    ],
    reason: `You get this email because you registered for this event of ${context.seriesName} and agreed to updates.`,
  }),
} satisfies EventMail
