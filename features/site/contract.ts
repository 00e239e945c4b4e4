import { z } from 'zod'
import { endpoint } from '#kernel/endpoint.ts'
import { instant, optionalText, rowId, rowIdInPath } from '#kernel/fields.ts'
import { ownPages, publicSite, siteSchema } from '#kernel/site.ts'
import { pageTextsSchema } from '#kernel/texts-schema.ts'

export const getSite = endpoint('GET /api/site', {
  access: 'public',
  isKept: true,
  summary: 'Returns the published content of the site.',
  reply: publicSite.extend({
    texts: pageTextsSchema,
    /** Whether the pages report their views. */
    isCounted: z.boolean(),
  }),
})

export const getOwnPage = endpoint('GET /api/site/pages/:page', {
  access: 'public',
  isKept: true,
  summary: 'Returns a custom page as HTML: the privacy page or the imprint.',
  params: z.object({ page: z.string() }),
  refusals: ['no_such_page'],
  reply: z.object({ page: z.enum(ownPages), title: z.string(), html: z.string() }),
})

/** Number of a saved draft or a published version; both are counted in one sequence. */
const version = z.int({ error: 'Must be the number of a version' }).min(0).max(2147483647)

/**
 * API endpoints for the site's content. One sequence of numbers counts saved drafts and published versions: `version`
 * is the number of `content`, and equals `published` if no draft was saved since publishing. Saving, publishing and
 * restoring fail with `site_locked` (409) if SITE_FILE determines the content, and with `site_changed` (409) if
 * `version` is not the latest. Then nothing is saved, and the response contains the saved draft as `current` and the
 * submitted one as `sent`. Invalid content fails with `invalid_input` (400), with an error for each field, such as
 * `hero.image.src` or `partnerPaths[0].path`. Administrators preview a page at
 * `/admin/site/preview?page=/&scheme=light|dark`: the site's page at that path, rendered from the draft, for an iframe.
 * `scheme` is optional.
 */
export const getSiteContent = endpoint('GET /api/admin/site', {
  access: 'viewer',
  summary: "Returns the site's content for editing: the draft, or the published content.",
  reply: z.object({
    content: siteSchema,
    version,
    /** Number of the published version. */
    published: version,
    publishedContent: siteSchema,
    /** Name of the administrator who last saved `content`, at `savedAt`; null if no administrator has. */
    savedBy: z.string().nullable(),
    savedAt: instant.nullable(),
    /** True if SITE_FILE determines the content, so that it cannot be saved here. */
    locked: z.boolean(),
    /** Why the content cannot be saved, in one sentence; null if it can. */
    reason: z.string().nullable(),
  }),
})

/** Any object; the server function validates it, so that errors name the fields of the content. */
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
  /** Number of the published version, which the draft has from now on as well. */
  reply: z.object({ version }),
})

export const listSiteVersions = endpoint('GET /api/admin/site/versions', {
  access: 'viewer',
  summary: 'Lists every published version, newest first.',
  reply: z.array(
    z.object({
      id: rowId,
      /** Name of the administrator who published; null at the first start and for terminal commands. */
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
  /** Number of the draft to replace; without it, replaces any draft. */
  body: z.object({ version: version.optional() }),
  refusals: ['no_such_version', 'site_changed', 'site_locked'],
  reply: z.object({ version }),
})
