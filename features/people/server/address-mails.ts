import type { StandaloneMail } from '#features/mails/server/mail-kind.ts'
import { libraryLinkNote } from '#features/sign-in/server/library-link-mail.ts'

/** The mail to a person's corrected email address, which says that mails now go there. */
export const addressChangedMail = {
  to: 'person',
  isRepeatable: true,
  words: (context) => ({
    subject: `This is now your email with ${context.seriesName}`,
    preview: 'Your registrations now belong to this email.',
    parts: [
      { heading: 'Your email was changed' },
      {
        opening: 'From now on we use this email for your registrations and messages.',
        fact: 'Links in earlier emails to another address no longer work. You will get new ones.',
      },
      { button: 'Enter the library', address: context.links.enter },
      { note: libraryLinkNote },
    ],
    reason: `You get this email because the organiser of ${context.seriesName} corrected your address.`,
  }),
} satisfies StandaloneMail

/**
 * The mail to a person's former email address, which says that the address was replaced; sent only if a
 * link in a mail had verified the former address.
 */
export const addressLeftMail = {
  to: 'person',
  isRepeatable: true,
  isToNobody: true,
  words: (context) => ({
    subject: `Your email with ${context.seriesName} was changed`,
    preview: 'We no longer send emails to this address.',
    parts: [
      { heading: 'Your email was changed' },
      {
        opening: 'The organiser changed the email of your registrations.',
        fact: 'We no longer send emails to this address, and its links no longer work. If you did not ask for this, please contact the organiser.',
      },
      { button: 'View events', address: context.links.site },
    ],
    reason: `You get this email because this was your address with ${context.seriesName}.`,
  }),
} satisfies StandaloneMail
