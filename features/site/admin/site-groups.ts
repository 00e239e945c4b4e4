import { siteTexts, type SiteText } from '#kernel/site-texts.ts'
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

/** Turns a field name into a label: `upcomingLead` becomes Upcoming lead. */
function labelOf(name: string) {
  const spaced = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return spaced.charAt(0).toUpperCase() + spaced.slice(1)
}

/** Headings of text groups; other groups use their name. */
const textTitles: Record<string, string> = {
  front: 'Words on the front page',
  share: 'Words beside the buttons for sharing',
  event: 'Words on event pages',
  joining: 'Words behind join links',
  crew: 'Words for hosts and guests',
  library: 'Words around the library',
  notFound: 'Words where there is no page',
}

/** Returns one form group per group of texts, in the order of the list. */
export function groupTexts(texts: readonly SiteText[]): SiteGroup[] {
  const names = [...new Set(texts.map(({ name }) => name.split('.')[0]!))]
  return names.map((group) => {
    const title = textTitles[group] ?? `Words: ${labelOf(group).toLowerCase()}`
    return {
      title,
      about: 'Each may be left empty: then the plain words stand there.',
      specs: texts
        .filter(({ name }) => name.startsWith(`${group}.`))
        .map(({ name, where, text, limit, placeholders = [] }): TextSpec => {
          const named = placeholders.map((each) => `{${each}}`).join(' and ')
          const label = labelOf(name.slice(group.length + 1))
          return {
            path: `texts.${name}`,
            label,
            fullName: `${label} (${title.toLowerCase()})`,
            kind: limit > 80 ? 'text' : 'line',
            about: `${where}.${named && ` It may name ${named}.`}`,
            plain: text,
          }
        }),
    }
  })
}

const [frontTexts, ...otherTexts] = groupTexts(siteTexts)

const logoFields = [
  line('name', 'Name', 'Meridian Institute'),
  picture('logo', 'Logo', 'Wider than high; best with a transparent ground.'),
  { ...address('url', 'Address', 'Where the logo leads.'), example: 'https://example.org' },
]

const nameOfLogo = (entry: SiteDraft) => textAt(entry, 'name')

/** Returns the name of a field or list as used among those of other groups. */
export function nameOfSpec(spec: SiteSpec): string {
  return ('fullName' in spec && spec.fullName) || spec.label
}

/** All fields of the content, in the order in which a visitor meets them. */
export const siteGroups: SiteGroup[] = [
  {
    title: 'Series and host',
    about: 'At the top of every page, in titles and in mails.',
    specs: [
      line('series.name', 'Name of the series', 'Climate at Noon'),
      line('series.tagline', 'Tagline', 'Scientists in conversation, live every month'),
      line('series.host.name', 'Name of the host', 'Noor Haddad'),
      line('series.host.title', 'Title of the host', 'Host of Climate at Noon'),
      address('series.aboutUrl', 'About address', "Where 'About' leads."),
      line(
        'series.videoTitle',
        'Default video title',
        'Climate interviews',
        'Noted with an access to the library when no interview is named.',
      ),
    ],
  },
  {
    title: 'Look',
    about: 'Of every page, of mails, icons and shared pictures.',
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
          picture('look.logo.light.src', 'Logo on light grounds', 'In the place of the name.'),
          picture('look.logo.dark.src', 'Logo on dark grounds', 'Both are needed, or neither.'),
        ],
      },
    ],
  },
  {
    title: 'Top of the front page',
    about: 'The first that a visitor sees.',
    specs: [
      line('hero.headline', 'Headline', 'One scientist, one hour, your questions.'),
      words('hero.lead', 'Lead', 'Once a month a researcher tells how it really went.'),
      line('hero.claim', 'Claim', '1,200+ listeners'),
      line('hero.claimText', 'Text after the claim', 'have joined so far.'),
      picture('hero.image.src', 'Hero picture', 'Best 2400 × 1200 pixels.', 2),
      altOf('hero.image.alt', 'Hero picture in words'),
      picture(
        'hero.narrowImage.src',
        'Hero picture for telephones',
        'Upright, best 1440 × 1800 pixels. Without one the wide picture is cut.',
        4 / 5,
      ),
      altOf('hero.narrowImage.alt', 'Hero picture for telephones in words'),
    ],
  },
  frontTexts!,
  {
    title: 'Testimonials',
    about: 'What attendees say. Six look best; with none the section is left out.',
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
          line('title', 'Title', 'Head of research, Atlantic Lab'),
        ],
      },
    ],
  },
  {
    title: 'Partners',
    about: 'Their logos below the testimonials; with none the section is left out.',
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
    about: 'Logos with a caption. Eight look best; with none the section is left out.',
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
    title: 'Sharing',
    about: 'What the buttons for sharing send, and how a link to the site looks elsewhere.',
    specs: [
      words('share.text', 'Text for sharing', 'One scientist, one hour. Join me:'),
      line('share.title', 'Title of a shared link', 'Climate at Noon: scientists in conversation'),
      words('share.description', 'Description of a shared link', 'A free monthly interview.'),
      picture('share.image.src', 'Share picture', '1200 × 630 pixels.', 1200 / 630),
      altOf('share.image.alt', 'Share picture in words'),
    ],
  },
  ...otherTexts,
  {
    title: 'Foot of the page, privacy and imprint',
    about: 'At the foot of every page, and in the line of consent below forms.',
    specs: [
      words('footer.text', 'Footer text', 'Climate at Noon is run by the Meridian Institute.'),
      {
        path: 'pages.privacy',
        label: 'Privacy page',
        kind: 'page',
        about: 'In Markdown, at /privacy.',
      },
      address(
        'series.privacyUrl',
        'Privacy address',
        'Only if your privacy page is elsewhere: links then lead there.',
      ),
      { path: 'pages.imprint', label: 'Imprint', kind: 'page', about: 'In Markdown, at /imprint.' },
      address(
        'series.imprintUrl',
        'Imprint address',
        'Only if your imprint is elsewhere: links then lead there.',
      ),
    ],
  },
  {
    title: 'Partner paths',
    about: 'Addresses that show the front page and are noted as the source of a registration.',
    specs: [
      {
        kind: 'list',
        path: 'partnerPaths',
        label: 'Partner paths',
        one: 'partner path',
        about: 'One that is removed keeps leading to the front page.',
        nameOf: (entry) => textAt(entry, 'path'),
        fields: [
          line(
            'path',
            'Path',
            '/meridian',
            'Lower case, as in the address that the partner gives.',
          ),
          line('partner', 'Partner', 'Meridian Institute'),
        ],
      },
    ],
  },
  {
    title: 'Dates and times',
    about: 'How every date and time of the site is shown.',
    specs: [
      { path: 'display.zone', label: 'Time zone', kind: 'zone', example: 'Europe/Lisbon' },
      line('display.suffix', 'Suffix of times', 'CET', 'Behind every time: 18:00 CET.'),
    ],
  },
]
