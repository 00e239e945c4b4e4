import { z } from 'zod'
import { landingPaths } from './front-page.ts'
import { lookSchema } from './look.ts'
import { pixels, sitePicture, text } from './site-picture.ts'

function address(name: string) {
  return text(name, 2000).refine(
    (value) => /^\/(?!\/)/.test(value) || isWebAddress(value),
    `${name} must be an http(s) address or a path on this site that begins with /`,
  )
}

function isWebAddress(value: string) {
  return URL.canParse(value) && ['http:', 'https:'].includes(new URL(value).protocol)
}

/** A picture below content/images; width and height are the file's own, in pixels. */
const picture = z.strictObject({
  src: sitePicture('The picture'),
  alt: z.string({ error: 'alt is missing; an empty text marks decoration' }).max(300),
  width: pixels,
  height: pixels,
})

const logo = {
  name: text('The name', 80),
  logo: sitePicture('The logo'),
  width: pixels,
  height: pixels,
  url: address('The address').optional(),
}

function isTimeZone(zone: string) {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }))
  } catch {
    return false
  }
}

/** The first parts of the site's own addresses. */
export const reservedPaths = [
  ...landingPaths,
  '/members',
  '/admin',
  '/bulk-import',
  '/attendee-import',
  '/events',
  '/register',
  '/notify',
  '/me',
  '/join',
  '/crew',
  '/confirm-seat',
  '/interest',
  '/enter',
  '/unsubscribe',
  '/resubscribe',
  '/api',
  '/images',
  '/assets',
  '/share',
]

const partnerPath = z.strictObject({
  path: text('The path', 60)
    .regex(/^\/[a-z0-9][a-z0-9_-]*$/, 'The path must look like /partner-name, in lower case')
    .refine((path) => !reservedPaths.includes(path), 'The path is used by the site itself'),
  partner: text('The partner', 80),
})

function pathsDiffer(entries: { path: string }[]) {
  return new Set(entries.map((entry) => entry.path)).size === entries.length
}

/**
 * The site file (content/site.json or SITE_FILE): everything about the series that is not an
 * event. Unknown fields are refused, so that a misspelt one is noticed at the start.
 */
export const siteSchema = z.strictObject({
  sample: z.boolean().default(false),
  _note: z.string().optional(),
  series: z.strictObject({
    name: text('The series name', 60),
    tagline: text('The tagline', 120),
    host: z.strictObject({
      name: text("The host's name", 80),
      title: text("The host's title", 120),
    }),
    aboutUrl: address('The About address'),
    privacyUrl: address('The privacy address'),
    videoTitle: text('The default video title', 120),
  }),
  display: z.strictObject({
    zone: text('The display zone', 60).refine(
      isTimeZone,
      'The display zone must be an IANA time zone, such as Africa/Johannesburg',
    ),
    suffix: text('The suffix of times', 12),
  }),
  hero: z.strictObject({
    headline: text('The headline', 90),
    lead: text('The lead', 320),
    claim: text('The claim', 40),
    claimText: text('The text after the claim', 80),
    /** Without one the words stand alone. */
    image: picture.optional(),
    narrowImage: picture.optional(),
  }),
  look: lookSchema,
  testimonials: z
    .array(
      z.strictObject({
        quote: text('The quotation', 400),
        name: text('The name', 80),
        title: text('The title', 120),
      }),
    )
    .length(6, 'Give exactly 6 testimonials: the landing page shows six'),
  partners: z.array(z.strictObject(logo)).max(16, 'Give at most 16 partners'),
  supporters: z
    .array(z.strictObject({ ...logo, caption: text('The caption', 80) }))
    .max(24, 'Give at most 24 supporters; the page is made for 8'),
  partnerPaths: z
    .array(partnerPath)
    .max(30, 'Give at most 30 partner paths')
    .refine(pathsDiffer, 'Every partner path may stand here once only'),
  share: z.strictObject({
    text: text('The text for sharing', 200),
    title: text('The default title', 90),
    description: text('The default description', 200),
    image: picture,
  }),
  footer: z.strictObject({ text: text('The footer text', 300) }).optional(),
})

export type Site = z.infer<typeof siteSchema>

/** One line for each mistake, each beginning with its field: `hero.image.src: …`. */
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
