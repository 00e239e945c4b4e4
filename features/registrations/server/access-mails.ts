import type { StandaloneMail } from '#features/mails/server/mail-kind.ts'
import { libraryLinkNote } from '#features/sign-in/server/library-link-mail.ts'

/** The mail to a new registrant that says that the video library is open to them. */
export const libraryAccessMail = {
  to: 'person',
  isRepeatable: true,
  words: (context) => ({
    subject: `The library of ${context.seriesName} is open to you`,
    preview: 'Watch every earlier conversation whenever you like.',
    parts: [
      { heading: 'Every recording is open to you' },
      { opening: 'Watch the earlier conversations whenever you like, on any device.' },
      { button: 'Enter the library', address: context.links.enter },
      { note: `${libraryLinkNote} Later your email is enough to watch.` },
    ],
    reason: `You get this email because you registered with ${context.seriesName}.`,
  }),
} satisfies StandaloneMail

/** The mail that confirms that a person will get news of future events. */
export const interestMail = {
  to: 'person',
  isRepeatable: true,
  words: (context) => ({
    subject: `We will tell you about future events of ${context.seriesName}`,
    preview: 'You are on the list.',
    parts: [
      { heading: 'You are on the list' },
      { opening: 'We will write to you when new events are planned.' },
      { button: 'View events', address: context.links.site },
    ],
    reason: `You get this email because you asked to hear about future events of ${context.seriesName}.`,
  }),
} satisfies StandaloneMail
