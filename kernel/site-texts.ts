import type { TextValues } from './fill-text.ts'

export type SiteText = {
  /** Group of texts of a page, a dot, and the text's name in the group: `front.register`. */
  name: `${string}.${string}`
  /** Maximum length of the text, in characters. */
  limit: number
  text: string
  /** Says where the page of the group shows the text. */
  label: string
  /** Placeholders in braces that the text may contain, replaced when it is rendered. */
  placeholders?: (keyof TextValues)[]
}

/**
 * All page texts that set the tone of a series and that organisers can customise, in the order in which
 * visitors see them. The default texts fit any interview series. content/README.md lists the texts; a test
 * compares the two lists.
 */
export const siteTexts = [
  {
    name: 'front.register',
    limit: 30,
    text: 'Register free',
    label: 'Button at the top, while an event is open',
  },
  {
    name: 'front.updates',
    limit: 40,
    text: 'Get event updates',
    label: 'Button at the top, while no event is open',
  },
  {
    name: 'front.upcomingLead',
    limit: 160,
    text: 'Live, free, and with time for your questions.',
    label: 'Text below “Upcoming Events”',
  },
  {
    name: 'front.noneTitle',
    limit: 80,
    text: 'The next guest is not announced yet',
    label: 'Heading while there are no upcoming events',
  },
  {
    name: 'front.noneLead',
    limit: 200,
    text: 'Leave your email to be the first to hear about the next guest.',
    label: 'Text while there are no upcoming events',
  },
  {
    name: 'front.testimonialsTitle',
    limit: 60,
    text: 'What attendees say',
    label: 'Heading above the testimonials',
  },
  {
    name: 'front.previousLead',
    limit: 160,
    text: 'Register once to watch all recordings.',
    label: 'Text below “Previous Interviews”',
  },
  {
    name: 'front.supportersLead',
    limit: 160,
    text: 'These supporters help to keep the events free.',
    label: 'Text below “Event Supporters”',
  },
  {
    name: 'front.futureLead',
    limit: 160,
    text: 'Their dates are not fixed yet. Choose a guest, and we will email you the date.',
    label: 'Text below “Future Events”',
  },
  {
    name: 'front.futureNoneLead',
    limit: 160,
    text: 'We are inviting the next guests. We can email you when one is confirmed.',
    label: 'Text below “Future Events” while there are none',
  },
  {
    name: 'share.title',
    limit: 60,
    text: 'Invite others',
    label: 'Heading above the share buttons',
  },
  {
    name: 'share.lead',
    limit: 160,
    text: 'The more people take part, the better the conversation.',
    label: 'Text above the share buttons',
  },
  {
    name: 'share.copied',
    limit: 80,
    text: 'Paste it into a post or message.',
    label: 'Text below “Link Copied!”',
  },
  {
    name: 'event.aboutTitle',
    limit: 60,
    text: 'About this event',
    label: 'Heading above the description',
  },
  {
    name: 'event.overText',
    limit: 200,
    text: 'The event is over. Its recording is being prepared and will be in the library soon.',
    label: 'Text after the event, before its recording',
  },
  {
    name: 'event.watchText',
    limit: 160,
    text: 'The recording is in the library, free to watch.',
    label: 'Text once there is a recording',
  },
  {
    name: 'event.registerTitle',
    limit: 60,
    text: 'Register for this event',
    label: 'Heading of the registration form',
  },
  {
    name: 'event.registerLead',
    limit: 160,
    text: 'Live, free, and with time for your questions.',
    label: 'Text above the registration form',
  },
  {
    name: 'event.preRegisterTitle',
    limit: 60,
    text: 'Get notified of the date',
    label: 'Heading of the form while there is no date',
  },
  {
    name: 'event.preRegisterLead',
    limit: 200,
    text: 'We will email you when the event with {guest} has a date.',
    label: 'Text above the form while there is no date',
    placeholders: ['guest'],
  },
  {
    name: 'event.libraryOffer',
    limit: 200,
    text: 'Your registration also gives you access to all earlier recordings.',
    label: 'Text above the library link, after registering',
  },
  {
    name: 'event.updatesTitle',
    limit: 60,
    text: 'Get event updates',
    label: 'Heading of the form for updates, also at /notify',
  },
  {
    name: 'event.updatesLead',
    limit: 160,
    text: 'We will email you about future events.',
    label: 'Text above the form for updates, also at /notify',
  },
  {
    name: 'joining.openTitle',
    limit: 60,
    text: 'You can join now',
    label: 'Title while the meeting is open',
  },
  {
    name: 'joining.aboutTitle',
    limit: 60,
    text: 'About this event',
    label: 'Heading above the description, before the event',
  },
  {
    name: 'crew.lead',
    limit: 200,
    text: 'Here is everything about your event. This link is for you only.',
    label: 'Text after the greeting',
  },
  {
    name: 'crew.shareTitle',
    limit: 60,
    text: 'Share the event',
    label: 'Heading above the texts to share',
  },
  {
    name: 'crew.invitation',
    limit: 120,
    text: 'A free event of {series}',
    label: 'Sentence in the first text to share',
    placeholders: ['series'],
  },
  {
    name: 'library.title',
    limit: 60,
    text: 'Innovation Interview Library',
    label: 'Title of the library',
  },
  {
    name: 'library.loginLead',
    limit: 200,
    text: 'Watch all recordings with the email you registered with. No password needed.',
    label: 'Text above the login form',
  },
  {
    name: 'library.registerLead',
    limit: 200,
    text: 'Register once to watch all recordings. Free, no password.',
    label: 'Text above the registration form at /register',
  },
  {
    name: 'library.openLead',
    limit: 200,
    text: 'You can now watch all recordings.',
    label: 'Text after registering at /register, without JavaScript',
  },
  {
    name: 'library.collectionTitle',
    limit: 60,
    text: 'Exclusive Interview Collection',
    label: 'Heading above the interviews',
  },
  {
    name: 'library.collectionLead',
    limit: 160,
    text: 'Whole conversations, unhurried and uncut.',
    label: 'Text above the interviews',
  },
  {
    name: 'notFound.lead',
    limit: 160,
    text: 'There is no page at this address. Find all events on the home page.',
    label: 'Text below “Page Not Found”',
  },
] as const satisfies SiteText[]

export type SiteTextName = (typeof siteTexts)[number]['name']
export type TextGroup = SiteTextName extends `${infer G}.${string}` ? G : never
type NamesIn<G extends TextGroup> = SiteTextName extends infer N
  ? N extends `${G}.${infer Rest}`
    ? Rest
    : never
  : never
type AllTexts = { [G in TextGroup]: Record<NamesIn<G>, string> }

/** The custom page texts of a series, by group. */
export type SiteTexts = { [G in TextGroup]?: Partial<AllTexts[G]> | undefined }
/** All texts of the site's pages: for each, the organiser's own text if there is one, otherwise the default. */
export type PageTexts = AllTexts
