import { asc, sql } from 'drizzle-orm'
import type * as contract from '#features/mail-texts/contract.ts'
import type { OwnWords, WrittenWords } from '#features/mail-texts/contract.ts'
import type { MailKinds } from '#features/mails/server/mail-kind.ts'
import { getSiteContent, publishSitePart, saveSitePart } from '#features/site/server/site-draft.ts'
import { readStoredMails } from '#features/site/server/read-stored-site.ts'
import type { ReplyOf } from '#kernel/endpoint.ts'
import { bodyPlaceholders, findBodyMistakes, listBodyPlaceholders } from '#kernel/mail-body.ts'
import { mailKinds, type MailKind } from '#kernel/mail-kinds.ts'
import {
  mailTextNames,
  mailTextNamesOf,
  siteMailsSchema,
  type MailTextName,
  type MailTexts,
  type SiteMails,
} from '#kernel/mail-texts.ts'
import { placeholderNames } from '#kernel/placeholders.ts'
import type { Deed } from '#platform/audit/write-audit-entry.ts'
import type { Db } from '#platform/db/open.ts'
import type { SiteContent } from '#platform/deps.ts'
import { invalidInput } from '#platform/errors/refusal.ts'
import { siteVersions } from '#schema/site.ts'
import { readDefaultTexts } from './say-defaults.ts'

/** Returns the organiser's texts for a kind of mail; null for each default text. */
export function wordsOf(mails: SiteMails | undefined, kind: MailKind): OwnWords {
  const { subject, opening, body, closing, sender } = mails?.[kind] ?? {}
  return {
    subject: subject ?? null,
    opening: opening ?? null,
    body: body ?? null,
    closing: closing ?? null,
    sender: sender ?? null,
  }
}

function differences(one: OwnWords, other: OwnWords): MailTextName[] {
  return mailTextNames.filter((name) => one[name] !== other[name])
}

const none = wordsOf(undefined, 'moved')

async function readBoth(db: Db, content: SiteContent) {
  const { content: draft, publishedContent, ...standing } = await getSiteContent(db, content)
  return { draft: draft.mails, shown: publishedContent.mails, standing }
}

export async function listMailTexts(
  db: Db,
  content: SiteContent,
): Promise<ReplyOf<typeof contract.listMailTexts>> {
  const { draft, shown, standing } = await readBoth(db, content)
  const kinds = mailKinds.map((kind) => {
    const words = wordsOf(draft, kind)
    return {
      kind,
      changed: differences(words, none),
      unpublished: differences(words, wordsOf(shown, kind)),
    }
  })
  return { kinds, ...standing }
}

export async function readMailTexts(
  db: Db,
  kind: MailKind,
  { content, kinds, from }: { content: SiteContent; kinds: MailKinds; from: string },
): Promise<ReplyOf<typeof contract.readMailTexts>> {
  const { draft, shown, standing } = await readBoth(db, content)
  return {
    kind,
    changeable: [...mailTextNamesOf(kind)],
    words: wordsOf(draft, kind),
    publishedWords: wordsOf(shown, kind),
    defaults: readDefaultTexts(kind, { kinds, site: content.site(), from }),
    placeholders: placeholderNames,
    bodyPlaceholders: listBodyPlaceholders(kind).map((one) => ({
      ...one,
      inserts: bodyPlaceholders[one.name],
    })),
    ...standing,
  }
}

/**
 * Returns the mail texts to store. Throws 400 with the names of texts that cannot be changed in this kind of mail, and
 * for a body with the placeholders that are unknown, misplaced or missing.
 */
export function keepWords(kind: MailKind, written: WrittenWords): MailTexts | undefined {
  const said = mailTextNames.filter((name) => written[name])
  const wrong = said.filter((name) => !mailTextNamesOf(kind).includes(name))
  if (wrong.length > 0) {
    const message = 'Announcements have their own subject and text'
    throw invalidInput(wrong.map((field) => ({ field, message })))
  }
  const mistakes = written.body ? findBodyMistakes(kind, written.body) : []
  if (mistakes.length > 0) throw invalidInput([{ field: 'body', message: mistakes.join(' ') }])
  return said.length > 0
    ? Object.fromEntries(said.map((name) => [name, written[name]!]))
    : undefined
}

/**
 * Saves the texts of a kind of mail in the site's draft. Throws 400 with the names of invalid texts, and 409 in
 * the same cases as saving the site's draft.
 */
export async function saveMailTexts(
  db: Db,
  kind: MailKind,
  { version, ...written }: WrittenWords & { version: number },
  deed: Deed,
  content: SiteContent,
): Promise<{ version: number }> {
  const words = keepWords(kind, written)
  const details: { mail: MailKind; fields: string[] } = { mail: kind, fields: [] }
  const choose = (mails: SiteMails | undefined) => {
    const after = siteMailsSchema.parse({ ...mails, [kind]: words })
    details.fields = differences(wordsOf(mails, kind), wordsOf(after, kind))
    return after
  }
  return saveSitePart(db, { part: 'mails', choose, version }, { ...deed, details }, content)
}

export async function publishMailTexts(
  db: Db,
  { version, note }: { version: number; note: string },
  deed: Deed,
  content: SiteContent,
): Promise<{ version: number }> {
  const details = { fields: ['mails'] }
  return publishSitePart(db, { part: 'mails', version, note }, { ...deed, details }, content)
}

/** Returns the published versions of the site that changed the texts of this kind of mail, newest first. */
export async function listMailTextVersions(
  db: Db,
  kind: MailKind,
): Promise<ReplyOf<typeof contract.listMailTextVersions>> {
  const { id, publishedBy, publishedAt, note, content } = siteVersions
  const rows = await db
    .select({
      id,
      who: publishedBy,
      when: publishedAt,
      note,
      mails: sql<unknown>`${content} -> 'mails'`,
      texts: sql<unknown>`jsonb_build_object('mails', ${content} -> 'texts' -> 'mails')`,
    })
    .from(siteVersions)
    .orderBy(asc(id))
  const versions = rows.map(({ mails, texts, when, ...row }) => ({
    ...row,
    when: when.toISOString(),
    words: wordsOf(readStoredMails({ mails, texts }), kind),
  }))
  return versions
    .filter(({ words }, at) => differences(versions[at - 1]?.words ?? none, words).length > 0)
    .toReversed()
}
