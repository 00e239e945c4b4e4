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

/** Returns a label from a field's name: `Upcoming lead` for `upcomingLead`. */
function labelOf(name: string) {
  const spaced = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return spaced.charAt(0).toUpperCase() + spaced.slice(1)
}

/** Headings of groups of texts; the heading of other groups is derived from their name. */
const textTitles: Record<string, string> = {
  front: 'Home page text',
  share: 'Share buttons text',
  event: 'Event page text',
  joining: 'Join page text',
  crew: 'Host and guest page text',
  library: 'Library text',
  notFound: '404 page text',
}

/** Returns one group of form fields for each group of the series' texts, in the order of `texts`. */
export function groupTexts(texts: readonly SiteText[]): SiteGroup[] {
  const names = [...new Set(texts.map(({ name }) => name.split('.')[0]!))]
  return names.map((group) => {
    const title = textTitles[group] ?? `Words: ${labelOf(group).toLowerCase()}`
    return {
      title,
      about: 'Leave a field empty to use the default text.',
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
  picture('logo', 'Logo', 'Landscape, with a transparent background.'),
  { ...address('url', 'Address', 'Link of the logo.'), example: 'https://example.org' },
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
      line('series.name', 'Name of the series', 'Climate at Noon'),
      line('series.tagline', 'Tagline', 'Scientists in conversation, live every month'),
      line('series.host.name', 'Name of the host', 'Noor Haddad'),
      line('series.host.title', 'Title of the host', 'Host of Climate at Noon'),
      address('series.aboutUrl', 'About address', "Link of 'About'."),
      line(
        'series.videoTitle',
        'Default video title',
        'Climate interviews',
        'Stored with people who get video access without an event.',
      ),
      line(
        'series.openBadge',
        'Badge on open events',
        'Seats Limited',
        'Optional. On cards and pages of events that are open for registration.',
      ),
    ],
  },
  {
    title: 'Look',
    about: 'Applies to pages, emails, icons and share pictures.',
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
            'Replaces the name in the header.',
          ),
          picture('look.logo.dark.src', 'Logo on dark backgrounds', 'Upload both logos or none.'),
        ],
      },
    ],
  },
  {
    title: 'Hero',
    about: 'The first thing visitors see.',
    specs: [
      line('hero.headline', 'Headline', 'One scientist, one hour, your questions.'),
      words('hero.lead', 'Lead', 'Once a month a researcher tells how it really went.'),
      line('hero.claim', 'Claim', '1,200+ listeners', 'Optional.'),
      line('hero.claimText', 'Text after the claim', 'have joined so far.', 'Optional.'),
      picture('hero.image.src', 'Hero picture', 'Best 2400 × 1200 pixels.', 2),
      altOf('hero.image.alt', 'Hero picture description'),
      picture(
        'hero.narrowImage.src',
        'Hero picture for phones',
        'Portrait, ideally 1440 × 1800 pixels. Without it, the wide picture is cropped.',
        4 / 5,
      ),
      altOf('hero.narrowImage.alt', 'Hero picture for phones, description'),
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
          line('title', 'Title', 'Head of research, Atlantic Lab'),
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
    about: 'The text that visitors share, and the preview of links to the site.',
    specs: [
      words('share.text', 'Text for sharing', 'One scientist, one hour. Join me:'),
      line('share.title', 'Title of a shared link', 'Climate at Noon: scientists in conversation'),
      words('share.description', 'Description of a shared link', 'A free monthly interview.'),
      picture('share.image.src', 'Share picture', '1200 × 630 pixels.', 1200 / 630),
      altOf('share.image.alt', 'Share picture description'),
    ],
  },
  ...otherTexts,
  {
    title: 'Footer, privacy and imprint',
    about: 'Shown in the footer and in the consent line of forms.',
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
        'Only if your privacy page is on another site.',
      ),
      {
        path: 'series.consent',
        label: 'Consent to updates',
        kind: 'choice',
        about: 'How forms ask for consent to updates and invitations.',
        choices: [
          ['', 'Notice line under the form'],
          ['box', 'Box that visitors tick'],
        ],
      },
      { path: 'pages.imprint', label: 'Imprint', kind: 'page', about: 'In Markdown, at /imprint.' },
      address('series.imprintUrl', 'Imprint address', 'Only if your imprint is on another site.'),
    ],
  },
  {
    title: 'Partner paths',
    about:
      'Extra addresses of your home page to give to partners. Each registration stores the address that was used.',
    specs: [
      {
        kind: 'list',
        path: 'partnerPaths',
        label: 'Partner paths',
        one: 'partner path',
        about: 'If you remove an address, its visitors are taken to the home page.',
        nameOf: (entry) => textAt(entry, 'path'),
        fields: [
          line('path', 'Path', '/meridian', 'Lower case, e.g. climate-week.'),
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
        'Time zone label',
        'CET',
        'Optional. Shown after times, e.g. 18:00 CET.',
      ),
    ],
  },
]
