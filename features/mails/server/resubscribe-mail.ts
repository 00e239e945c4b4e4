import type { StandaloneMail } from './mail-kind.ts'

/** Mail with a link to subscribe again, because only the owner of the mailbox may undo an unsubscription. */
export const resubscribeMail = {
  to: 'person',
  isRepeatable: true,
  isOnRequest: true,
  words: (context) => ({
    subject: `Subscribe to ${context.seriesName} again?`,
    preview: 'Press the button to confirm.',
    parts: [
      { heading: 'Subscribe again?' },
      {
        opening: 'Someone asked us to send emails to this address again.',
        fact: 'If it was you, please confirm.',
      },
      { button: 'Subscribe again', address: context.links.resubscribe },
      { note: 'If it was not you, ignore this email.' },
    ],
    reason: `You get this email because you unsubscribed from ${context.seriesName} earlier.`,
  }),
} satisfies StandaloneMail
