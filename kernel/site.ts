import { z } from 'zod'
import { landingPaths } from './front-page.ts'
import { lookSchema } from './look.ts'
import { siteMailsSchema } from './mail-texts.ts'
import { parseUrl } from './parse-url.ts'
import { isStorable, notStorable, optionalText, pixels, sitePicture, text } from './site-picture.ts'
import { siteTextsSchema } from './texts-schema.ts'
import { isTimeZone } from './time-zones.ts'

function address(name: string) {
  return text(name, 2000).refine(
    (value) => /^\/(?!\/)/.test(value) || isWebAddress(value),
    `${name} must be an http(s) address or a path on this site that begins with /`,
  )
}

function isWebAddress(value: string) {
  return ['http:', 'https:'].includes(parseUrl(value)?.protocol ?? '')
}

/**
 * Schema of a picture, either uploaded or beside the site file. `width` and `height` are those of the file, in
 * pixels.
 */
const picture = z.strictObject({
  src: sitePicture('The picture'),
  alt: z
    .string({ error: 'alt is missing; an empty text marks decoration' })
    .max(300, 'alt must have at most 300 characters')
    .refine(isStorable, `alt ${notStorable}`),
  width: pixels,
  height: pixels,
})

const logo = {
  name: text('The name', 80),
  logo: sitePicture('The logo'),
  width: pixels,
  height: pixels,
  url: address('The link').optional(),
}

/** Paths of the pages whose text the operator writes, without the slash. */
export const ownPages = ['privacy', 'imprint'] as const
export type OwnPage = (typeof ownPages)[number]

/**
 * How public forms ask for consent to mails about future events. `notice`: a sentence under the form. `box`: a checkbox
 * that visitors tick.
 */
export type ConsentKind = 'notice' | 'box'

/** Paths that the site uses itself, so that organisers cannot choose them as partner paths. */
export const reservedPaths = [
  ...landingPaths,
  ...ownPages.map((page) => `/${page}`),
  '/members',
  '/admin',
  '/bulk-import',
  '/attendee-import',
  '/events',
  '/register',
  '/notify',
  '/me',
  '/join',
  '/answers',
  '/crew',
  '/confirm-seat',
  '/interest',
  '/every-event',
  '/enter',
  '/partner-numbers',
  '/unsubscribe',
  '/resubscribe',
  '/api',
  '/images',
  '/materials',
  '/assets',
  '/share',
  '/oembed',
]

const partnerPath = z.strictObject({
  path: text('The end of the link', 60)
    .regex(
      /^\/[a-z0-9][a-z0-9_-]*$/,
      'The end of the link must look like /partner-name, in lower case',
    )
    .refine(
      (path) => !reservedPaths.includes(path),
      'The site itself uses this link. Choose another one',
    ),
  partner: text('The partner', 80),
})

function pathsDiffer(entries: { path: string }[]) {
  return new Set(entries.map((entry) => entry.path)).size === entries.length
}

/** Maximum number of entries in each list of the site's content. An empty list hides its section of the front page. */
export const siteLimits = {
  testimonials: 24,
  partners: 16,
  supporters: 24,
  partnerPaths: 30,
  /** Maximum characters of a page whose text the operator writes. */
  page: 40_000,
} as const

function listOf<Entry extends z.ZodType>(
  entry: Entry,
  name: keyof typeof siteLimits,
  what: string,
) {
  const most = siteLimits[name]
  return z
    .array(entry, { error: `${what} must be a list` })
    .max(most, `There may be at most ${most} ${what}`)
}

/**
 * Returns the schema of a page in Markdown that the operator writes. An empty text means that the site has no
 * such page.
 */
function ownPage(name: string) {
  return z
    .string({ error: `${name} must be text` })
    .trim()
    .max(siteLimits.page, `${name} must have at most ${siteLimits.page} characters`)
    .refine(isStorable, `${name} ${notStorable}`)
    .optional()
}

/**
 * Schema of the site's content: everything about the series except events. Stored in the database and edited in
 * the admin area, unless SITE_FILE is set. Unknown fields are refused, to detect typos.
 */
export const siteSchema = z.strictObject({
  sample: z.boolean().default(false),
  _note: z.string().refine(isStorable, `_note ${notStorable}`).optional(),
  series: z.strictObject({
    name: text('The series name', 60),
    tagline: text('The tagline', 120),
    host: z.strictObject({
      name: text("The host's name", 80),
      title: text("The host's job title", 120),
    }),
    aboutUrl: address('The “About” link'),
    /**
     * URLs of a privacy page and an imprint on another website. The site then links to these instead of its own pages.
     */
    privacyUrl: address('The link of the privacy page').optional(),
    imprintUrl: address('The link of the imprint').optional(),
    /**
     * `box`: public forms have a checkbox for consent to mails about future events. If absent, they have a sentence
     * about consent.
     */
    consent: z.literal('box', 'The consent must be box, or left out for the notice').optional(),
    /** `offered`: the registration form and `/me` offer a registration for every event. */
    wholeSeries: z
      .literal('offered', 'The registration for every event must be offered, or left out')
      .optional(),
    videoTitle: text('The default video title', 120),
    /** Text of the badge on cards and pages of events that accept registrations; if empty, they have no badge. */
    openBadge: optionalText('The badge of open events', 30).default('Seats Limited'),
  }),
  display: z.strictObject({
    zone: text('The time zone', 60).refine(
      isTimeZone,
      'The time zone must have an IANA name, such as Africa/Johannesburg',
    ),
    /** Suffix after displayed times; if empty, the time zone's short name on the displayed date. */
    suffix: optionalText('The time zone abbreviation', 12),
  }),
  hero: z.strictObject({
    headline: text('The headline', 90),
    lead: text('The introduction', 320),
    /**
     * Word and sentence of a line in the hero section, the top of the front page. If either is empty, the front page
     * omits the line.
     */
    claim: optionalText('The highlight', 40),
    claimText: optionalText('The text after the highlight', 80),
    /** Image of the hero section; without it, only the text is displayed. */
    image: picture.optional(),
    narrowImage: picture.optional(),
  }),
  look: lookSchema,
  testimonials: listOf(
    z.strictObject({
      quote: text('The quotation', 400),
      name: text('The name', 80),
      title: text('The job title', 120),
    }),
    'testimonials',
    'testimonials',
  ),
  partners: listOf(z.strictObject(logo), 'partners', 'partners'),
  supporters: listOf(
    z.strictObject({ ...logo, caption: text('The caption', 80) }),
    'supporters',
    'supporters',
  ),
  partnerPaths: listOf(partnerPath, 'partnerPaths', 'partner links').refine(
    pathsDiffer,
    'Each partner link may be listed only once',
  ),
  pages: z
    .strictObject({ privacy: ownPage('The privacy page'), imprint: ownPage('The imprint') })
    .default({}),
  share: z.strictObject({
    text: text('The text of share buttons', 200),
    title: text('The title of a shared link', 90),
    description: text('The description of a shared link', 200),
    image: picture,
  }),
  footer: z.strictObject({ text: text('The footer text', 300) }).optional(),
  texts: siteTextsSchema.optional(),
  mails: siteMailsSchema.optional(),
})

export type Site = z.infer<typeof siteSchema>

/**
 * Schema of the part of the site's content that every page loads. The texts of Markdown pages and mails are left out,
 * because of their size.
 */
export const publicSite = siteSchema.omit({ pages: true, mails: true })
export type PublicSite = z.infer<typeof publicSite>

/** Returns one line for each error in the site's content, beginning with the field: `hero.image.src: …`. */
export function siteMistakes(error: z.ZodError): string[] {
  return error.issues.map((issue) => `${fieldName(issue)}: ${issue.message}`)
}

function fieldName(issue: z.core.$ZodIssue): string {
  const path = issue.code === 'unrecognized_keys' ? [...issue.path, issue.keys[0]] : issue.path
  const name = path.reduce<string>(
    (joined, part) =>
      typeof part === 'number' ? `${joined}[${part}]` : `${joined}.${String(part)}`,
    '',
  )
  return name.replace(/^\./, '') || 'the whole file'
}
