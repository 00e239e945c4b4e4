import { sql } from 'drizzle-orm'
import { awaitsApproval } from '#features/events/rules.ts'
import { headingOf, reasonOfCrew } from '#features/mails/server/compose.ts'
import type { EventMail } from '#features/mails/server/mail-kind.ts'
import { effectiveStatus } from '#kernel/event-time.ts'

/**
 * Mail that asks a guest to approve the recording. Sent once for each link, and again when a former link returns, except
 * to guests who approved it.
 */
export const approvalMail = {
  to: 'crew',
  isRepeatable: true,
  due: {
    when(event, { now, timeZone }) {
      const isOver = effectiveStatus(event, now, timeZone) === 'completed'
      if (!isOver || !awaitsApproval(event)) return undefined
      const { videoUrl, videoUrlSince } = event
      return { dedupeKey: videoUrlSince ? `${videoUrl} ${videoUrlSince.toISOString()}` : videoUrl! }
    },
    who: ({ videoUrl, videoUrlSince }) => sql`r.role = 'guest'
      and (r.recording_answer is null or r.recording_url is distinct from ${videoUrl}
        or r.recording_answer <> 'publish'
          and r.recording_answered_at < ${videoUrlSince?.toISOString() ?? null}::timestamptz)`,
    waitsForEdits: true,
    whyNot: () => 'The recording was published, replaced or removed',
    whyNotThem: 'The guest has answered',
  },
  words: (event, context, { role }) => ({
    subject: `Please approve the recording: ${event.title}`,
    preview: 'Watch it on your page, then publish it or ask for cuts.',
    parts: [
      headingOf('Approve the recording', event, context),
      {
        opening:
          'The recording is ready. Only you can see it until you publish it. You can also ask for cuts.',
      },
      { button: 'Watch the recording', address: context.links.crew },
      { note: 'This link is only for you and needs no password.' },
    ],
    reason: reasonOfCrew(context, role),
  }),
} satisfies EventMail

/** Mail to a guest after an administrator released the recording without the guest's approval. */
export const releasedMail = {
  to: 'crew',
  isRepeatable: true,
  whyNot: ({ event }) =>
    event && awaitsApproval(event) ? 'The recording is hidden again' : undefined,
  words: (event, context, { role }) => ({
    subject: `The recording was published: ${event.title}`,
    preview: 'The organiser published it without waiting for your approval.',
    parts: [
      headingOf('The recording was published', event, context),
      { opening: 'The organiser published the recording without waiting for your approval.' },
      { button: 'Open my page', address: context.links.crew },
      { note: 'Reply to the organiser if you do not agree.' },
    ],
    reason: reasonOfCrew(context, role),
  }),
} satisfies EventMail
