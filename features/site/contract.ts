import { z } from 'zod'
import { endpoint } from '#kernel/endpoint.ts'
import { instant, optionalText, rowId, rowIdInPath } from '#kernel/fields.ts'
import { ownPages, publicSite, siteSchema } from '#kernel/site.ts'
import { pageTextsSchema } from '#kernel/texts-schema.ts'

export const getSite = endpoint('GET /api/site', {
  access: 'public',
  isKept: true,
  summary: 'What the series is called, shows and says.',
  reply: publicSite.extend({ texts: pageTextsSchema }),
})

export const getOwnPage = endpoint('GET /api/site/pages/:page', {
  access: 'public',
  isKept: true,
  summary: "A page of the operator's own words as HTML: the privacy page or the imprint.",
  params: z.object({ page: z.string() }),
  refusals: ['no_such_page'],
  reply: z.object({ page: z.enum(ownPages), title: z.string(), html: z.string() }),
})

/** Of the line that every saved draft and every published version has its place in. */
const version = z.int({ error: 'Must be the number of a version' }).min(0).max(2147483647)

/**
 * The desk's content of the site. One line of whole numbers counts saved drafts and published versions
 * alike: `version` is that of `content`, and equals `published` where nothing is saved since.
 *
 * Saving, publishing and restoring refuse with `site_locked` (409) where SITE_FILE decides, and with
 * `site_changed` (409) where `version` is no longer the latest: nothing is written, and the answer holds
 * both sides, `current` and `sent`. What is wrong with content is `invalid_input` (400), each error by its
 * field as `hero.image.src` or `partnerPaths[0].path`.
 *
 * The preview is a document for administrators at
 * `/admin/site/preview?page=/&scheme=light|dark`: the real page of that path, drawn from the draft, for a
 * frame on the desk. `scheme` may be left out.
 */
export const getSiteContent = endpoint('GET /api/admin/site', {
  access: 'admin',
  summary: "The site's content as it is being edited: the draft, or what is published.",
  reply: z.object({
    content: siteSchema,
    version,
    /** The version that visitors see. */
    published: version,
    /** What visitors see. */
    publishedContent: siteSchema,
    /** Who saved `content` last and when; null for what no administrator wrote. */
    savedBy: z.string().nullable(),
    savedAt: instant.nullable(),
    /** A file decides: nothing can be saved here. */
    locked: z.boolean(),
    /** Why, in a sentence. */
    reason: z.string().nullable(),
  }),
})

/** Checked by the operation, so that errors name the fields as the content has them. */
const content = z.record(z.string(), z.unknown(), { error: 'The content must be an object' })

export const saveSiteDraft = endpoint('PUT /api/admin/site/draft', {
  access: 'admin',
  summary: 'Saves the draft; 409 with both sides when somebody else saved since `version`.',
  body: z.object({ content, version }),
  bodyLimit: 1024 * 1024,
  refusals: ['site_changed', 'site_locked'],
  reply: z.object({ version }),
})

export const publishSite = endpoint('POST /api/admin/site/publish', {
  access: 'admin',
  summary: 'Shows visitors the draft of this version, and keeps it in the history.',
  body: z.object({ version, note: optionalText('Note', 200) }),
  refusals: ['site_changed', 'site_locked'],
  /** The number under which it stands in the history, from now on also that of the content. */
  reply: z.object({ version }),
})

export const listSiteVersions = endpoint('GET /api/admin/site/versions', {
  access: 'admin',
  summary: 'Every version that was published, newest first.',
  reply: z.array(
    z.object({
      id: rowId,
      /** An administrator\'s name; null for what came of the first start or of the terminal. */
      who: z.string().nullable(),
      when: instant,
      note: z.string(),
    }),
  ),
})

export const restoreSiteVersion = endpoint('POST /api/admin/site/versions/:id/restore', {
  access: 'admin',
  summary: 'Puts a published version into the draft; visitors see it once it is published.',
  params: z.object({ id: rowIdInPath }),
  /** `version`: that of the draft that it replaces; without one, whatever that says. */
  body: z.object({ version: version.optional() }),
  refusals: ['no_such_version', 'site_changed', 'site_locked'],
  reply: z.object({ version }),
})
