import type { Described, NotificationContext } from './notification.ts'

/** What holds of every button that opens the library; features/sign-in/server/enter-link.ts keeps it. */
export const libraryLinkNote =
  'The button lets you in as yourself, with your own place in everything you watch. It is valid for seven days; from its first use on it holds for ten minutes, so that you can open it on your other devices too.'

/** What is said in notifications that are about no event. */
export const describeStandalone: Record<
  | 'library_access'
  | 'interest_noted'
  | 'library_link'
  | 'resubscribe_link'
  | 'sign_in_code'
  | 'address_changed'
  | 'address_left',
  (context: NotificationContext) => Described
> = {
  library_access: (context) => ({
    subject: `The library of ${context.seriesName} is open to you`,
    preview: 'Watch every earlier conversation whenever you like.',
    parts: [
      { heading: 'Every recording is open to you' },
      { text: 'Watch the earlier conversations whenever you like, on any device.' },
      { button: 'Enter the library', address: context.links.enter },
      { note: `${libraryLinkNote} Later your email is enough to watch.` },
    ],
    reason: `You get this mail because you registered with ${context.seriesName}.`,
  }),
  interest_noted: (context) => ({
    subject: `We will tell you about future events of ${context.seriesName}`,
    preview: 'You are on the list.',
    parts: [
      { heading: 'You are on the list' },
      { text: 'We will write to you when new events are planned.' },
      { button: 'See what is on', address: context.links.site },
    ],
    reason: `You get this mail because you asked to hear about future events of ${context.seriesName}.`,
  }),
  library_link: (context) => ({
    subject: `Your link to the library of ${context.seriesName}`,
    preview: 'It is valid for seven days.',
    parts: [
      { heading: 'Your link to the library' },
      { text: 'Here is the link you asked for.' },
      { button: 'Enter the library', address: context.links.enter },
      { note: libraryLinkNote },
    ],
    reason: 'You get this mail because somebody asked for a library link with this address.',
  }),
  sign_in_code: ({ code = '', seriesName }) => ({
    subject: `${code} is your code for ${seriesName}`,
    preview: 'It is valid for ten minutes, in the browser that asked for it.',
    parts: [
      { heading: code },
      { text: 'Type these six digits where you asked for them. They are valid for ten minutes.' },
      { note: 'If it was not you who asked, do nothing: without the code nobody gets in.' },
    ],
    reason: 'You get this mail because somebody asked for a code with this address.',
  }),
  address_changed: (context) => ({
    subject: `Mails of ${context.seriesName} come to this address now`,
    preview: 'Your registrations are with this address.',
    parts: [
      { heading: 'This is your address with us now' },
      {
        text: 'Your registrations and everything else of yours are with this address from now on. Links in mails to another address do not work any more; your seats are taken anew.',
      },
      { button: 'Enter the library', address: context.links.enter },
      { note: libraryLinkNote },
    ],
    reason: `You get this mail because the organiser of ${context.seriesName} corrected your address.`,
  }),
  address_left: (context) => ({
    subject: `Your address with ${context.seriesName} was changed`,
    preview: 'Mails do not come to this address any more.',
    parts: [
      { heading: 'Your address was changed' },
      {
        text: 'The organiser gave your registrations another address. Mails do not come to this one any more, and its links have stopped working. If you did not ask for this, please write to the organiser.',
      },
      { button: 'See what is on', address: context.links.site },
    ],
    reason: `You get this mail because this was your address with ${context.seriesName}.`,
  }),
  resubscribe_link: (context) => ({
    subject: `Hear from ${context.seriesName} again?`,
    preview: 'Press the button if that is what you want.',
    parts: [
      { heading: 'Hear from us again?' },
      {
        text: 'Somebody asked for mails to this address to begin again. If it was you, confirm it.',
      },
      { button: 'Yes, write to me again', address: context.links.resubscribe },
      { note: 'If it was not you, do nothing: nothing will change.' },
    ],
    reason: `You get this mail because you unsubscribed from ${context.seriesName} earlier.`,
  }),
}
