import { createHash } from 'node:crypto'
import { eq, notInArray, sql } from 'drizzle-orm'
import { escapeMarkup } from '#kernel/escape-markup.ts'
import { ownPages, type OwnPage, type Site } from '#kernel/site.ts'
import type { Db, Transaction } from '#platform/db/open.ts'
import { createWorkThread, TooMuchWork } from '#platform/threads/work-thread.ts'
import { renderedPages } from '#schema/site.ts'
import type { ParsedPage, parsePage } from './parse-page.ts'

type Pages = Pick<Site, 'pages'>

const usualTitles: Record<OwnPage, string> = { privacy: 'Privacy notice', imprint: 'Imprint' }

export function listOwnPages({ pages }: Pages): OwnPage[] {
  return ownPages.filter((page) => pages[page]?.trim())
}

const thread = createWorkThread<typeof parsePage>(new URL('./page-thread.ts', import.meta.url), {
  deadlineMs: 3000,
})

/** Version of the renderer. Increase it when rendering changes, so that all custom pages are rendered again. */
const rendererVersion = 1

function hashOf(markdown: string) {
  return createHash('sha256').update(`${rendererVersion}\n${markdown}`).digest('base64url')
}

async function readStored(db: Db, markdown: string) {
  const found = db.select().from(renderedPages)
  const [stored] = await found.where(eq(renderedPages.hash, hashOf(markdown)))
  return stored
}

async function store(db: Db, markdown: string, page: ParsedPage, isPlain = false) {
  const { title, html, pictures, mistake = null } = page
  const row = { title, html, pictures, mistake, isPlain }
  await db
    .insert(renderedPages)
    .values({ hash: hashOf(markdown), ...row })
    .onConflictDoUpdate({ target: renderedPages.hash, set: row })
}

async function parseAndStore(db: Db, markdown: string): Promise<ParsedPage> {
  const parsed = await thread.run(markdown)
  await store(db, markdown, parsed)
  return parsed
}

export const takesTooLong =
  'takes too long to read: it has too many lists, links or marks in each other'

/**
 * Renders a custom page's Markdown and stores the HTML. Returns why the page cannot be saved; undefined if it can.
 */
export async function findPageMistake(db: Db, markdown: string): Promise<string | undefined> {
  const stored = await readStored(db, markdown)
  if (stored && !stored.isPlain) return stored.mistake ?? undefined
  try {
    return (await parseAndStore(db, markdown)).mistake
  } catch (error) {
    if (!(error instanceof TooMuchWork)) throw error
    return takesTooLong
  }
}

/**
 * Returns the stored HTML of a custom page. Text of an earlier release is rendered on first use; if that takes too
 * long, the text is returned without markup.
 */
export async function readOwnPage(db: Db, markdown: string) {
  const stored = await readStored(db, markdown)
  if (stored) return stored
  try {
    return await parseAndStore(db, markdown)
  } catch (error) {
    if (!(error instanceof TooMuchWork)) throw error
    const plain = writePlainly(markdown)
    await store(db, markdown, plain, true)
    return plain
  }
}

function writePlainly(markdown: string): ParsedPage {
  const paragraphs = markdown.trim().split(/(?:\r?\n){2,}/)
  const html = paragraphs.map((paragraph) => `<p>${escapeMarkup(paragraph)}</p>`).join('\n')
  return { title: '', html, pictures: [] }
}

/** Renders the custom pages of a content that have no stored HTML. */
export async function renderOwnPages(db: Db, { pages }: Pages) {
  for (const page of listOwnPages({ pages })) await readOwnPage(db, pages[page]!)
}

/** Deletes the stored HTML of custom pages that none of `contents` has. */
export async function deleteOtherPages(tx: Transaction, contents: Pages[]) {
  const hashes = contents.flatMap(({ pages }) =>
    listOwnPages({ pages }).map((page) => hashOf(pages[page]!)),
  )
  const isOther = hashes.length > 0 ? notInArray(renderedPages.hash, hashes) : sql`true`
  await tx.delete(renderedPages).where(isOther)
}

/** Returns title and HTML of a custom page; undefined if the operator wrote no text for it. */
export async function drawOwnPage(db: Db, { pages }: Pages, name: string) {
  const page = listOwnPages({ pages }).find((own) => own === name)
  if (!page) return undefined
  const { title, html } = await readOwnPage(db, pages[page]!)
  return { page, title: title || usualTitles[page], html }
}
