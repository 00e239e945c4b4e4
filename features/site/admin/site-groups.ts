import { siteTexts, type SiteText, type TextGroup } from '#kernel/site-texts.ts'
import { textAt, type SiteDraft } from './site-draft.ts'
import {
  address,
  altOf,
  line,
  picture,
  type SiteGroup,
  type SiteSpec,
  type TextSpec,
  words,
} from './site-specs.ts'

/** Heading of each group of texts, and where visitors see the page. */
const textGroups: Record<TextGroup, [title: string, about: string]> = {
  front: ['Home page text', ''],
  share: ['Share buttons text', 'Shown above the share buttons of the home page.'],
  event: ['Event page text', 'Shown on the page of each event.'],
  joining: ['Join page text', 'Shown when people open their personal join link.'],
  crew: [
    'Host and guest page text',
    'Shown when host, guest or producer open their personal link.',
  ],
  library: ['Library text', 'Shown where members log in and watch recordings.'],
  notFound: ['404 page text', 'Shown when a link leads to no page.'],
}

/** The text that replaces each placeholder. */
const fillings = { guest: 'the guest’s name', series: 'the name of the series' }

/** One group of form fields for each group of the series' texts. */
const [frontTexts, ...otherTexts] = Object.entries(textGroups).map(
  ([group, [title, about]]): SiteGroup => ({
    title,
    about: `${about} Leave a field empty to use the default text.`.trim(),
    specs: (siteTexts as readonly SiteText[])
      .filter(({ name }) => name.startsWith(`${group}.`))
      .map(({ name, label, text, limit, placeholders = [] }): TextSpec => {
        const filled = placeholders.map((each) => `{${each}} becomes ${fillings[each]}.`).join(' ')
        return {
          path: `texts.${name}`,
          label,
          fullName: `${label} (${title.toLowerCase()})`,
          kind: limit > 80 ? 'text' : 'line',
          ...(filled && { about: filled }),
          plain: text,
        }
      }),
  }),
)

const logoFields = [
  line('name', 'Name', 'Meridian Institute'),
  picture('logo', 'Logo', 'Landscape, with a transparent background.'),
  {
    ...address('url', 'Link', 'The page that opens when visitors click the logo.'),
    example: 'https://example.org',
  },
]

const nameOfLogo = (entry: SiteDraft) => textAt(entry, 'name')

/** Returns the name of a field or list for places that mix fields of several groups. */
export function nameOfSpec(spec: SiteSpec): string {
  return ('fullName' in spec && spec.fullName) || spec.label
}

/** All fields of the site's content in groups, in the order in which visitors see them. */
export const siteGroups: SiteGroup[] = [
  {
    title: 'Series and host',
    about: 'Shown in the header, in page titles and in emails.',
    specs: [
      line('series.name', 'Series name', 'Climate at Noon'),
      line(
        'series.tagline',
        'Tagline',
        'Scientists in conversation, live every month',
        'Above the headline of the home page, and at the end of emails.',
      ),
      line('series.host.name', 'Host’s name', 'Noor Haddad'),
      line('series.host.title', 'Host’s job title', 'Host of Climate at Noon'),
      address(
        'series.aboutUrl',
        '“About” link',
        'The page that opens when visitors click “About” in the header.',
      ),
      line(
        'series.videoTitle',
        'Default video title',
        'Climate interviews',
        'Title in the data of people who can watch the recordings without an event. Visitors never see it.',
      ),
      line(
        'series.openBadge',
        'Badge on open events',
        'Seats Limited',
        'On cards and pages of events that are open for registration.',
      ),
    ],
  },
  {
    title: 'Look',
    about: 'Colours and typefaces of pages, emails, icons and share pictures.',
    specs: [
      {
        kind: 'look',
        path: 'look',
        label: 'Look',
        choices: [
          { path: 'look.accent', label: 'Accent colour' },
          { path: 'look.scheme', label: 'Light or dark' },
          { path: 'look.fonts', label: 'Typefaces' },
          { path: 'look.corners', label: 'Corners' },
        ],
        logos: [
          picture(
            'look.logo.light.src',
            'Logo on light backgrounds',
            'Replaces the series name in the header.',
          ),
          picture('look.logo.dark.src', 'Logo on dark backgrounds', 'Upload both logos or none.'),
        ],
      },
    ],
  },
  {
    title: 'Hero',
    about: 'The top of the home page.',
    specs: [
      line('hero.headline', 'Headline', 'One scientist, one hour, your questions.'),
      words('hero.lead', 'Introduction', 'Once a month a researcher tells how it really went.'),
      line('hero.claim', 'Highlight', '1,200+ listeners', 'A short fact in bold.'),
      line('hero.claimText', 'Text after the highlight', 'have joined so far.'),
      picture('hero.image.src', 'Hero picture', 'Ideally 2400 × 1200 pixels.', 2),
      altOf('hero.image.alt', 'Description of the hero picture'),
      picture(
        'hero.narrowImage.src',
        'Hero picture for phones',
        'Portrait, ideally 1440 × 1800 pixels. Without it, the wide picture is cropped.',
        4 / 5,
      ),
      altOf('hero.narrowImage.alt', 'Description of the hero picture for phones'),
    ],
  },
  frontTexts!,
  {
    title: 'Testimonials',
    about: 'Quotes from attendees. Six look best; the section is hidden without any.',
    specs: [
      {
        kind: 'list',
        path: 'testimonials',
        label: 'Testimonials',
        one: 'testimonial',
        about: 'Shown in this order.',
        nameOf: (entry) => textAt(entry, 'name'),
        fields: [
          words('quote', 'Quotation', 'The only webinar that my whole team asks for.'),
          line('name', 'Name', 'Ines Carvalho'),
          line('title', 'Job title', 'Head of research, Atlantic Lab'),
        ],
      },
    ],
  },
  {
    title: 'Partners',
    about: 'Logos below the testimonials. The section is hidden without any.',
    specs: [
      {
        kind: 'list',
        path: 'partners',
        label: 'Partners',
        one: 'partner',
        about: 'Shown in this order.',
        nameOf: nameOfLogo,
        fields: logoFields,
      },
    ],
  },
  {
    title: 'Supporters',
    about: 'Logos with a caption. Eight look best; the section is hidden without any.',
    specs: [
      {
        kind: 'list',
        path: 'supporters',
        label: 'Supporters',
        one: 'supporter',
        about: 'Shown in this order.',
        nameOf: nameOfLogo,
        fields: [...logoFields, line('caption', 'Caption', 'Subtitles for every recording')],
      },
    ],
  },
  {
    title: 'Link previews',
    about: 'The text that share buttons send, and the preview of links to the site.',
    specs: [
      words('share.text', 'Text of share buttons', 'One scientist, one hour. Join me:'),
      line('share.title', 'Title of a shared link', 'Climate at Noon: scientists in conversation'),
      words('share.description', 'Description of a shared link', 'A free monthly interview.'),
      picture('share.image.src', 'Share picture', '1200 × 630 pixels.', 1200 / 630),
      altOf('share.image.alt', 'Description of the share picture'),
    ],
  },
  ...otherTexts,
  {
    title: 'Registration form',
    about: 'Your own questions for the form are under Settings › Event defaults.',
    specs: [
      {
        path: 'series.consent',
        label: 'Consent to updates',
        kind: 'choice',
        about: 'How people agree to newsletters and invitations when they register.',
        choices: [
          ['', 'Sentence under the form'],
          ['box', 'Checkbox in the form'],
        ],
      },
      {
        path: 'series.wholeSeries',
        label: 'Series registration',
        kind: 'choice',
        about: 'Lets visitors register for all future events at once.',
        choices: [
          ['', 'Not offered'],
          ['offered', 'In the registration form and on the account page'],
        ],
      },
    ],
  },
  {
    title: 'Footer, privacy and imprint',
    about: 'Shown in the footer and in the consent line of forms.',
    specs: [
      words('footer.text', 'Footer text', 'Climate at Noon is run by the Meridian Institute.'),
      {
        path: 'pages.privacy',
        label: 'Privacy page',
        kind: 'page',
        about: 'In Markdown, shown at /privacy.',
      },
      address(
        'series.privacyUrl',
        'Privacy page link',
        'Only if your privacy page is on another site.',
      ),
      {
        path: 'pages.imprint',
        label: 'Imprint',
        kind: 'page',
        about: 'The legal notice of the site. In Markdown, shown at /imprint.',
      },
      address(
        'series.imprintUrl',
        'Imprint link',
        'Only if your imprint (legal notice) is on another site.',
      ),
    ],
  },
  {
    title: 'Partner links',
    about:
      'Extra links to your home page, one for each partner. Each registration stores the link that was used.',
    specs: [
      {
        kind: 'list',
        path: 'partnerPaths',
        label: 'Partner links',
        one: 'partner link',
        about: 'A removed link leads to the home page.',
        nameOf: (entry) => textAt(entry, 'path'),
        fields: [
          line('path', 'End of the link', '/meridian', 'In lower case.'),
          line('partner', 'Partner', 'Meridian Institute'),
        ],
      },
    ],
  },
  {
    title: 'Dates and times',
    about: 'Time zone and format of all dates and times.',
    specs: [
      { path: 'display.zone', label: 'Time zone', kind: 'zone', example: 'Europe/Lisbon' },
      line(
        'display.suffix',
        'Time zone abbreviation',
        'CET',
        'Shown after times, such as 18:00 CET.',
      ),
    ],
  },
]
