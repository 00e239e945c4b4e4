import { siteMistakes, siteSchema, type Site } from '#kernel/site.ts'
import type { Db } from '#platform/db/open.ts'
import { invalidInput } from '#platform/errors/refusal.ts'
import { findPageMistake, listOwnPages, readOwnPage } from './own-page.ts'

type Mistake = { field: string; message: string }

/** Returns whether this site has a picture at this URL. */
export type FindPicture = (address: string) => Promise<boolean>

/**
 * Validates content that an administrator sent, renders its custom pages, and returns the content to save. Throws 400
 * with all errors by field, such as `hero.image.src`. Missing pictures are no error if a content in `known` already
 * refers to them.
 */
export async function checkSite(
  db: Db,
  sent: unknown,
  { isThere, known = [] }: { isThere: FindPicture; known?: Site[] },
): Promise<Site> {
  const result = siteSchema.safeParse(sent)
  if (!result.success) {
    const mistakes = siteMistakes(result.error).map((line) => {
      const [field = '', ...words] = line.split(': ')
      return { field, message: words.join(': ') }
    })
    throw invalidInput(mistakes)
  }
  const site = result.data
  const wrongPages = await findPageMistakes(db, site)
  // If a custom page cannot be rendered, its pictures are unknown, so check only the other pictures.
  const readable = wrongPages.length > 0 ? { ...site, pages: {} } : site
  const mistakes = [...wrongPages, ...(await findLostPictures(db, readable, isThere, known))]
  if (mistakes.length > 0) throw invalidInput(mistakes)
  return site
}

export async function findPageMistakes(db: Db, { pages }: Site): Promise<Mistake[]> {
  const mistakes: Mistake[] = []
  for (const page of listOwnPages({ pages })) {
    const message = await findPageMistake(db, pages[page]!)
    if (message !== undefined) mistakes.push({ field: `pages.${page}`, message })
  }
  return mistakes
}

async function findLostPictures(db: Db, site: Site, isThere: FindPicture, known: Site[]) {
  const stored = await Promise.all(known.map((each) => listPictures(db, each)))
  const kept = new Set(stored.flat().map(({ address }) => address))
  const mistakes: Mistake[] = []
  for (const { field, address } of await listPictures(db, site)) {
    if (kept.has(address) || (await isThere(address))) continue
    mistakes.push({ field, message: `There is no picture at ${address}` })
  }
  return mistakes
}

/** Returns the URL of every picture in the content, with its field. */
export async function listPictures(
  db: Db,
  site: Site,
): Promise<{ field: string; address: string }[]> {
  const found: { field: string; address: string }[] = []
  function look(value: unknown, field: string) {
    if (typeof value === 'string' && /(^|\.)(src|logo\w*)$/.test(field)) {
      if (value.startsWith('/images/')) found.push({ field, address: value })
    } else if (Array.isArray(value)) {
      for (const [index, entry] of value.entries()) look(entry, `${field}[${index}]`)
    } else if (value !== null && typeof value === 'object') {
      for (const [name, entry] of Object.entries(value)) look(entry, join(field, name))
    }
  }
  look(site, '')
  for (const page of listOwnPages(site)) {
    const { pictures } = await readOwnPage(db, site.pages[page]!)
    for (const address of pictures) found.push({ field: `pages.${page}`, address })
  }
  return found
}

function join(field: string, name: string) {
  return field ? `${field}.${name}` : name
}
