import { ownPages, type OwnPage, type Site } from '#kernel/site.ts'
import { createWorkThread, TooMuchWork } from '#platform/threads/work-thread.ts'
import type { ParsedPage, parsePage } from './parse-page.ts'

const usualTitles: Record<OwnPage, string> = { privacy: 'Privacy notice', imprint: 'Imprint' }

/** Those that there are. */
export function listOwnPages({ pages }: Pick<Site, 'pages'>): OwnPage[] {
  return ownPages.filter((page) => pages[page]?.trim())
}

const thread = createWorkThread<typeof parsePage>(new URL('./page-thread.ts', import.meta.url), {
  deadlineMs: 3000,
})

/** Draft, published and earlier versions of both pages. */
const mostParsed = 16
const parsed = new Map<string, Promise<ParsedPage>>()

/** Parses the Markdown of a page, once for each text on this node. Throws TooMuchWork for a text past the deadline. */
export function readOwnPage(markdown: string): Promise<ParsedPage> {
  const known = parsed.get(markdown)
  if (known) return known
  const parsing = thread.run(markdown)
  parsed.set(markdown, parsing)
  if (parsed.size > mostParsed) parsed.delete(parsed.keys().next().value!)
  void parsing.catch((error: unknown) => {
    // Such a text takes as long the next time.
    if (!(error instanceof TooMuchWork)) parsed.delete(markdown)
  })
  return parsing
}

/** What is wrong with a page's Markdown; undefined where it can be shown as it is. */
export async function findPageMistake(markdown: string): Promise<string | undefined> {
  try {
    return (await readOwnPage(markdown)).mistake
  } catch (error) {
    if (!(error instanceof TooMuchWork)) throw error
    return 'takes too long to read: it has too many lists, links or marks in each other'
  }
}

/** A page of the operator's own words. Undefined where there is none. */
export async function drawOwnPage({ pages }: Pick<Site, 'pages'>, name: string) {
  const page = listOwnPages({ pages }).find((own) => own === name)
  if (!page) return undefined
  const { title, html } = await readOwnPage(pages[page]!)
  return { page, title: title || usualTitles[page], html }
}
