import type { Described, MatterContext } from './describe-matter.ts'

/** What holds of every button that opens the library; `open-verified-session.ts` keeps it. */
export const libraryLinkNote =
  'The button lets you in as yourself, with your own place in everything you watch. It is valid for seven days; from its first use on it holds for ten minutes, so that you can open it on your other devices too.'

/** What is said in matters that are about no event. */
export const describeStandalone: Record<
  'library_access' | 'interest_noted' | 'library_link' | 'resubscribe_link',
  (context: MatterContext) => Described
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
