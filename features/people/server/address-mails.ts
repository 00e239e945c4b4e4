import type { StandaloneMail } from '#features/mails/server/mail-kind.ts'
import { libraryLinkNote } from '#features/sign-in/server/library-link-mail.ts'

/** Tells a corrected address that mails now go there. */
export const addressChangedMail = {
  to: 'person',
  isRepeatable: true,
  words: (context) => ({
    subject: `Mails of ${context.seriesName} come to this address now`,
    preview: 'Your registrations are with this address.',
    parts: [
      { heading: 'This is your address with us now' },
      {
        opening:
          'Your registrations and everything else of yours are with this address from now on.',
        fact: 'Links in mails to another address do not work any more; your seats are taken anew.',
      },
      { button: 'Enter the library', address: context.links.enter },
      { note: libraryLinkNote },
    ],
    reason: `You get this mail because the organiser of ${context.seriesName} corrected your address.`,
  }),
} satisfies StandaloneMail

/** Tells the former address about the correction, if a link in a mail had verified it. */
export const addressLeftMail = {
  to: 'person',
  isRepeatable: true,
  isToNobody: true,
  words: (context) => ({
    subject: `Your address with ${context.seriesName} was changed`,
    preview: 'Mails do not come to this address any more.',
    parts: [
      { heading: 'Your address was changed' },
      {
        opening: 'The organiser gave your registrations another address.',
        fact: 'Mails do not come to this one any more, and its links have stopped working. If you did not ask for this, please write to the organiser.',
      },
      { button: 'See what is on', address: context.links.site },
    ],
    reason: `You get this mail because this was your address with ${context.seriesName}.`,
  }),
} satisfies StandaloneMail
