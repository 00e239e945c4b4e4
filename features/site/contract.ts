import { z } from 'zod'
import { endpoint } from '#kernel/endpoint.ts'
import { instant, optionalText, rowId, rowIdInPath } from '#kernel/fields.ts'
import { ownPages, publicSite, siteSchema } from '#kernel/site.ts'
import { pageTextsSchema } from '#kernel/texts-schema.ts'

export const getSite = endpoint('GET /api/site', {
  access: 'public',
  isKept: true,
  summary: 'Returns the published content of the site.',
  reply: publicSite.extend({ texts: pageTextsSchema }),
})

export const getOwnPage = endpoint('GET /api/site/pages/:page', {
  access: 'public',
  isKept: true,
  summary: 'Returns a custom page as HTML: the privacy page or the imprint.',
  params: z.object({ page: z.string() }),
  refusals: ['no_such_page'],
  reply: z.object({ page: z.enum(ownPages), title: z.string(), html: z.string() }),
})

/** Saved drafts and published versions share one sequence of numbers. */
const version = z.int({ error: 'Must be the number of a version' }).min(0).max(2147483647)

/**
 * The admin area's content of the site. One sequence of numbers counts saved drafts and published versions:
 * `version` is that of `content`, and equals `published` if nothing was saved since.
 * Saving, publishing and restoring refuse with `site_locked` (409) if SITE_FILE determines the content, and
 * with `site_changed` (409) if `version` is not the latest. Then nothing is written, and the response
 * contains both sides, `current` and `sent`. Invalid content is `invalid_input` (400), with each error at
 * its field, as `hero.image.src` or `partnerPaths[0].path`.
 * The preview is a page for administrators at `/admin/site/preview?page=/&scheme=light|dark`: the real page
 * of that path, rendered from the draft, for a frame. `scheme` is optional.
 */
export const getSiteContent = endpoint('GET /api/admin/site', {
  access: 'viewer',
  summary: "Returns the site's content for editing: the draft, or the published content.",
  reply: z.object({
    content: siteSchema,
    version,
    /** Number of the published version, which visitors see. */
    published: version,
    publishedContent: siteSchema,
    /** Administrator who last saved `content`, and the time; null if no administrator wrote it. */
    savedBy: z.string().nullable(),
    savedAt: instant.nullable(),
    /** True if SITE_FILE determines the content, so that nothing can be saved here. */
    locked: z.boolean(),
    /** Why the content is locked, in one sentence. */
    reason: z.string().nullable(),
  }),
})

/** Validated by the operation, so that errors name the fields of the content. */
const content = z.record(z.string(), z.unknown(), { error: 'The content must be an object' })

export const saveSiteDraft = endpoint('PUT /api/admin/site/draft', {
  access: 'editor',
  summary:
    'Saves the draft; 409 with both versions if another administrator saved since `version`.',
  body: z.object({ content, version }),
  bodyLimit: 1024 * 1024,
  refusals: ['site_changed', 'site_locked'],
  reply: z.object({ version }),
})

export const publishSite = endpoint('POST /api/admin/site/publish', {
  access: 'editor',
  summary: 'Publishes the draft of this version and adds it to the history.',
  body: z.object({ version, note: optionalText('Note', 200) }),
  refusals: ['site_changed', 'site_locked'],
  /** The version in the history, which is the content's version from now on. */
  reply: z.object({ version }),
})

export const listSiteVersions = endpoint('GET /api/admin/site/versions', {
  access: 'viewer',
  summary: 'Lists every published version, newest first.',
  reply: z.array(
    z.object({
      id: rowId,
      /** An administrator's name; null for the first start and for commands in the terminal. */
      who: z.string().nullable(),
      when: instant,
      note: z.string(),
    }),
  ),
})

export const restoreSiteVersion = endpoint('POST /api/admin/site/versions/:id/restore', {
  access: 'editor',
  summary: 'Restores a published version into the draft; visitors see it once it is published.',
  params: z.object({ id: rowIdInPath }),
  /** `version` of the draft to replace; omit it to replace any. */
  body: z.object({ version: version.optional() }),
  refusals: ['no_such_version', 'site_changed', 'site_locked'],
  reply: z.object({ version }),
})
