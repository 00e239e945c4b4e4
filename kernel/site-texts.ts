import type { TextValues } from './fill-text.ts'

export type SiteText = {
  /** Group of texts of a page, a dot, and the text's name in the group: `front.register`. */
  name: `${string}.${string}`
  /** Maximum length of the text, in characters. */
  limit: number
  text: string
  where: string
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
    where: 'The button at the top of the home page, for the next event',
  },
  {
    name: 'front.updates',
    limit: 40,
    text: 'Get event updates',
    where: 'The button at the top of the home page while no event is open for registration',
  },
  {
    name: 'front.upcomingLead',
    limit: 160,
    text: 'Live, free, and with time for your questions.',
    where: 'Below "Upcoming Events"',
  },
  {
    name: 'front.noneTitle',
    limit: 80,
    text: 'The next guest is not announced yet',
    where: 'The heading on the home page while there are no upcoming events',
  },
  {
    name: 'front.noneLead',
    limit: 200,
    text: 'Leave your email to be the first to hear about the next guest.',
    where: 'Below the heading on the home page while there are no upcoming events',
  },
  {
    name: 'front.testimonialsTitle',
    limit: 60,
    text: 'What attendees say',
    where: 'The heading of the testimonials',
  },
  {
    name: 'front.previousLead',
    limit: 160,
    text: 'Register once to watch all recordings.',
    where: 'Below "Previous Interviews"',
  },
  {
    name: 'front.supportersLead',
    limit: 160,
    text: 'These supporters help to keep the events free.',
    where: 'Below "Event Supporters"',
  },
  {
    name: 'front.futureLead',
    limit: 160,
    text: 'Their dates are not fixed yet. Choose a guest, and we will email you the date.',
    where: 'Below "Future Events"',
  },
  {
    name: 'front.futureNoneLead',
    limit: 160,
    text: 'We are inviting the next guests. We can email you when one is confirmed.',
    where: 'Below "Future Events" while there are none',
  },
  {
    name: 'share.title',
    limit: 60,
    text: 'Invite others',
    where: 'The heading above the share buttons',
  },
  {
    name: 'share.lead',
    limit: 160,
    text: 'The more people take part, the better the conversation.',
    where: 'Below the heading above the share buttons',
  },
  {
    name: 'share.copied',
    limit: 80,
    text: 'Paste it into a post or message.',
    where: 'Below "Link Copied!"',
  },
  {
    name: 'event.aboutTitle',
    limit: 60,
    text: 'About this event',
    where: 'The heading above the description on an event page',
  },
  {
    name: 'event.overText',
    limit: 200,
    text: 'The event is over. Its recording is being prepared and will be in the library soon.',
    where: 'On the page of a past event that has no recording yet',
  },
  {
    name: 'event.watchText',
    limit: 160,
    text: 'The recording is in the library, free to watch.',
    where: 'On the page of an event with a recording',
  },
  {
    name: 'event.registerTitle',
    limit: 60,
    text: 'Register for this event',
    where: 'The heading of the registration form on an event page',
  },
  {
    name: 'event.registerLead',
    limit: 160,
    text: 'Live, free, and with time for your questions.',
    where: 'Below the heading of the registration form on an event page',
  },
  {
    name: 'event.preRegisterTitle',
    limit: 60,
    text: 'Get notified of the date',
    where: 'The heading of the form on the page of an event without a date',
  },
  {
    name: 'event.preRegisterLead',
    limit: 200,
    text: 'We will email you when the event with {guest} has a date.',
    where: 'Below the heading of the form on the page of an event without a date',
    placeholders: ['guest'],
  },
  {
    name: 'event.libraryOffer',
    limit: 200,
    text: 'Your registration also gives you access to all earlier recordings.',
    where: 'Beside the link to the library, after registering',
  },
  {
    name: 'event.updatesTitle',
    limit: 60,
    text: 'Get event updates',
    where: 'The heading of the form for updates, on the page of a past event and at /notify',
  },
  {
    name: 'event.updatesLead',
    limit: 160,
    text: 'We will email you about future events.',
    where: 'Below the heading of the form for updates',
  },
  {
    name: 'joining.openTitle',
    limit: 60,
    text: 'You can join now',
    where: 'The title of the page of a join link while the meeting is open',
  },
  {
    name: 'joining.aboutTitle',
    limit: 60,
    text: 'About this event',
    where: 'The heading above the description on the page of a join link, before the event',
  },
  {
    name: 'crew.lead',
    limit: 200,
    text: 'Here is everything about your event. This link is for you only.',
    where: 'After the greeting on the page of host, guest and producer',
  },
  {
    name: 'crew.shareTitle',
    limit: 60,
    text: 'Share the event',
    where: 'The heading above texts to share, on the page of host, guest and producer',
  },
  {
    name: 'crew.invitation',
    limit: 120,
    text: 'A free event of {series}',
    where: 'In the first text to share on the page of host, guest and producer, before the date',
    placeholders: ['series'],
  },
  {
    name: 'library.title',
    limit: 60,
    text: 'Innovation Interview Library',
    where: 'The title of the library: on its pages, in the browser and after signing in',
  },
  {
    name: 'library.loginLead',
    limit: 200,
    text: 'Watch all recordings with the email you registered with. No password needed.',
    where: 'On the card where members enter the library',
  },
  {
    name: 'library.registerLead',
    limit: 200,
    text: 'Register once to watch all recordings. Free, no password.',
    where: 'Above the form at /register',
  },
  {
    name: 'library.openLead',
    limit: 200,
    text: 'You can now watch all recordings.',
    where: 'After registering at /register, in browsers without JavaScript',
  },
  {
    name: 'library.collectionTitle',
    limit: 60,
    text: 'Exclusive Interview Collection',
    where: 'The heading above the interviews in the library',
  },
  {
    name: 'library.collectionLead',
    limit: 160,
    text: 'Whole conversations, unhurried and uncut.',
    where: 'Below the heading above the interviews in the library',
  },
  {
    name: 'notFound.lead',
    limit: 160,
    text: 'There is no page at this address. Find all events on the home page.',
    where: 'Below "Page Not Found"',
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
