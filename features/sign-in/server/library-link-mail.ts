import type { StandaloneMail } from '#features/mails/server/mail-kind.ts'
import { checkKnownEmail } from './session.ts'

/**
 * Tells recipients how long a button that opens the library is valid. features/sign-in/server/enter-link.ts
 * enforces these limits.
 */
export const libraryLinkNote =
  'This button signs you in, with your watch history. It is valid for seven days, and for ten minutes after its first use, in at most two browsers. You can request more links.'

/** The mail with a sign-in link to the library, sent when a person requests it. */
export const libraryLinkMail = {
  to: 'person',
  isRepeatable: true,
  isOnRequest: true,
  isEntitled: (db, { email }) => checkKnownEmail(db, email),
  words: (context) => ({
    subject: `Your link to the library of ${context.seriesName}`,
    preview: 'It is valid for seven days.',
    parts: [
      { heading: 'Your link to the library' },
      { opening: 'Here is the link you asked for.' },
      { button: 'Enter the library', address: context.links.enter },
      { note: libraryLinkNote },
    ],
    reason: 'You get this email because someone asked for a library link with this address.',
  }),
} satisfies StandaloneMail
