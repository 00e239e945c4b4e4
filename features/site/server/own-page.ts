import { micromark } from 'micromark'
import { ownPages, type OwnPage, type Site } from '#kernel/site.ts'

const usualTitles: Record<OwnPage, string> = { privacy: 'Privacy notice', imprint: 'Imprint' }

/** Those that there are. */
export function listOwnPages({ pages }: Pick<Site, 'pages'>): OwnPage[] {
  return ownPages.filter((page) => pages[page]?.trim())
}

const links = /<a href="([^"]*)"/g
const pictures = /<img src="([^"]*)"/g

/** As micromark wrote it into an attribute. */
function readAttribute(value: string) {
  return value.replaceAll('&quot;', '"').replaceAll('&amp;', '&')
}

/** To the web or to a mail program, or to somewhere on this site. */
function isLink(address: string) {
  return /^(https?:\/\/|mailto:|#|\/(?![/\\]))/i.test(address)
}

function isSitePicture(address: string) {
  return /^\/images\/[\w./-]+(\?v=[0-9a-f]{10})?$/.test(address)
}

/** All that a page leads to, as it was written. */
function readTargets(markdown: string) {
  const html = micromark(markdown, { allowDangerousProtocol: true })
  const targetsOf = (pattern: RegExp) =>
    [...html.matchAll(pattern)].map(([, target = '']) => readAttribute(target))
  return { links: targetsOf(links), pictures: targetsOf(pictures) }
}

export function listPagePictures(markdown: string): string[] {
  return readTargets(markdown).pictures
}

/** What is wrong with a page's Markdown; nothing where it can be shown as it is. */
export function findPageMistake(markdown: string): string | undefined {
  const targets = readTargets(markdown)
  const link = targets.links.find((target) => !isLink(target))
  if (link !== undefined) {
    return `Links may lead to http, https and mailto, and to paths on this site: not to ${shown(link)}`
  }
  const picture = targets.pictures.find((target) => !isSitePicture(target))
  if (picture === undefined) return undefined
  return `Pictures must be uploaded to this site, such as /images/….webp: not ${shown(picture)}`
}

function shown(address: string) {
  return address.length > 80 ? `${address.slice(0, 80)}…` : address || 'nothing'
}

/**
 * A page of the operator's own words: Markdown without any HTML of its own. A first line `# …` is its title.
 * Undefined where there is none.
 */
export function drawOwnPage({ pages }: Pick<Site, 'pages'>, name: string) {
  const page = listOwnPages({ pages }).find((own) => own === name)
  if (!page) return undefined
  const markdown = pages[page]!.trim()
  const [first = '', ...lines] = markdown.split('\n')
  const isTitled = first.startsWith('# ')
  const title = isTitled
    ? first
        .slice(2)
        .replaceAll(/[*_`#]/g, '')
        .trim()
    : ''
  const html = micromark(isTitled ? lines.join('\n') : markdown)
    .replaceAll(/<(\/?)h1>/g, '<$1h2>')
    // What an earlier release took is shown without what this one would refuse.
    .replaceAll(links, (whole, target: string) => (isLink(readAttribute(target)) ? whole : '<a'))
    .replaceAll(pictures, (_whole, target: string) =>
      isSitePicture(readAttribute(target)) ? `<img loading="lazy" src="${target}"` : '<img',
    )
  return { page, title: title || usualTitles[page], html }
}
