import { z } from 'zod'
import { endpoint } from '#kernel/endpoint.ts'
import { instant, optionalText, rowId } from '#kernel/fields.ts'
import { bodyPlaceholders, type BodyPlaceholder } from '#kernel/mail-body.ts'
import { mailKinds } from '#kernel/mail-kinds.ts'
import { mailTextNames, mailTextSchemas } from '#kernel/mail-texts.ts'
import { placeholderNames } from '#kernel/placeholders.ts'

const bodyNames = Object.keys(bodyPlaceholders) as [BodyPlaceholder, ...BodyPlaceholder[]]

/**
 * API endpoints for mail texts that an organiser changed. The texts are the part `mails` of the site's content, so
 * `version` is that of the site's draft, and the refusals `site_changed` and `site_locked` (409) mean the same as for
 * the site.
 */
const version = z.int({ error: 'Must be the number of a version' }).min(0).max(2147483647)

const kind = z.enum(mailKinds, { error: 'There is no such kind of mail' })
const byKind = z.object({ kind })

/** Texts of a kind of mail that an organiser changed; null for each default text. */
const ownWords = z.object({
  subject: z.string().nullable(),
  opening: z.string().nullable(),
  body: z.string().nullable(),
  closing: z.string().nullable(),
  sender: z.string().nullable(),
})
export type OwnWords = z.output<typeof ownWords>

/** Texts to save for a kind of mail; omitted, null and empty texts reset to the default. */
const written = {
  subject: mailTextSchemas.subject.nullish(),
  opening: mailTextSchemas.opening.nullish(),
  body: mailTextSchemas.body.nullish(),
  closing: mailTextSchemas.closing.nullish(),
  sender: mailTextSchemas.sender.nullish(),
}
export type WrittenWords = Partial<OwnWords>

const standing = {
  /** Version of the site's draft; `published` is the version of the published content. */
  version,
  published: version,
  savedBy: z.string().nullable(),
  savedAt: instant.nullable(),
  /** True if the file SITE_FILE determines the site's content, so that mail texts cannot be saved. */
  locked: z.boolean(),
  reason: z.string().nullable(),
}

export const listMailTexts = endpoint('GET /api/admin/mail-texts', {
  access: 'viewer',
  summary: 'Lists the kinds of mails with their customised texts.',
  reply: z.object({
    kinds: z.array(
      z.object({
        kind,
        /**
         * `changed`: drafted texts that differ from the default; `unpublished`: drafted texts that differ from
         * the published.
         */
        changed: z.array(z.enum(mailTextNames)),
        unpublished: z.array(z.enum(mailTextNames)),
      }),
    ),
    ...standing,
  }),
})

export const readMailTexts = endpoint('GET /api/admin/mail-texts/:kind', {
  access: 'viewer',
  summary: 'Returns the texts of a kind of mail: draft, published and default.',
  params: byKind,
  reply: z.object({
    kind,
    /**
     * Names of the texts that can be changed: all five, but fewer in announcements, which have their own
     * subject and text.
     */
    changeable: z.array(z.enum(mailTextNames)),
    words: ownWords,
    publishedWords: ownWords,
    /**
     * Default texts, one for each state of the event or role of the recipient in which they differ. The opening is
     * without the facts that always follow it, such as the date. The body is the default mail in placeholders.
     */
    defaults: z.object({
      subject: z.array(z.string()),
      opening: z.array(z.string()),
      body: z.array(z.string()),
      closing: z.array(z.string()),
      sender: z.array(z.string()),
    }),
    placeholders: z.array(z.enum(placeholderNames)),
    /** Further placeholders of the body, each with what it inserts; a body without a required one is refused. */
    bodyPlaceholders: z.array(
      z.object({ name: z.enum(bodyNames), inserts: z.string(), isRequired: z.boolean() }),
    ),
    ...standing,
  }),
})

export const saveMailTexts = endpoint('PUT /api/admin/mail-texts/:kind', {
  access: 'editor',
  summary:
    'Saves the texts of a kind of mail as a draft; 409 with both versions if another administrator saved since `version`.',
  params: byKind,
  body: z.object({
    ...written,
    /**
     * The same texts in a nested form, as `GET /api/admin/mail-texts/:kind` returns them. If a text is sent in both
     * forms, the one outside of `words` counts.
     */
    words: z.object(written).optional(),
    version,
  }),
  refusals: ['site_changed', 'site_locked'],
  reply: z.object({ version }),
})

export const publishMailTexts = endpoint('POST /api/admin/mail-texts/publish', {
  access: 'editor',
  summary: 'Publishes the drafted texts of all kinds; other drafts of the site stay unpublished.',
  body: z.object({ version, note: optionalText('Note', 200) }),
  refusals: ['site_changed', 'site_locked'],
  reply: z.object({ version }),
})

export const listMailTextVersions = endpoint('GET /api/admin/mail-texts/:kind/versions', {
  access: 'viewer',
  summary: 'Lists the published versions that changed a kind of mail, newest first.',
  params: byKind,
  reply: z.array(
    z.object({
      id: rowId,
      /**
       * Name of the administrator who published the version; null for the first start and for commands in the
       * terminal.
       */
      who: z.string().nullable(),
      when: instant,
      note: z.string(),
      words: ownWords,
    }),
  ),
})

export const previewMailTexts = endpoint('POST /api/admin/mail-texts/:kind/preview', {
  access: 'viewer',
  summary:
    'Renders a kind of mail in every state, with the given texts or else the draft; its links are invalid.',
  params: byKind,
  body: z.object({
    ...written,
    /** Id of the event in the preview; default: the published event with the latest date, or an invented one. */
    eventId: rowId.nullish(),
  }),
  refusals: ['no_such_event'],
  reply: z.object({
    event: z.object({ id: rowId, title: z.string() }).nullable(),
    states: z.array(
      z.object({
        /**
         * State of the event or recipient in this sample mail, e.g. `pre-registered, no room yet`; empty for the usual
         * state.
         */
        state: z.string(),
        subject: z.string(),
        sender: z.string(),
        html: z.string(),
        text: z.string(),
        hasCalendar: z.boolean(),
        /** Placeholders without a value in this preview, with the texts shown instead. */
        fallbacks: z.array(z.object({ placeholder: z.string(), words: z.string() })),
      }),
    ),
  }),
})
