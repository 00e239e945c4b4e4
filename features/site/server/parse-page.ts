import { micromark } from 'micromark'

const links = /<a href="([^"]*)"/g
const pictures = /<img src="([^"]*)"/g

/** Returns the value of an HTML attribute that micromark encoded. */
function readAttribute(value: string) {
  return value.replaceAll('&quot;', '"').replaceAll('&amp;', '&')
}

/** Returns whether a link's target is a web page, an email address or a path of this site. */
function isLink(address: string) {
  return /^(https?:\/\/|mailto:|#|\/(?![/\\]))/i.test(address)
}

function isSitePicture(address: string) {
  return /^\/images\/[\w./-]+(\?v=[0-9a-f]{10})?$/.test(address)
}

/** A custom page as HTML, the URLs of its pictures, and why it cannot be saved. */
export type ParsedPage = {
  /** The title, taken from the first line if it is `# …`; otherwise empty. */
  title: string
  html: string
  pictures: string[]
  mistake?: string
}

/**
 * Converts Markdown to HTML without any raw HTML that it contains. Run it in a worker thread, because some Markdown
 * takes minutes.
 */
export function parsePage(markdown: string): ParsedPage {
  const targets = readTargets(markdown)
  const mistake = findMistake(targets)
  return {
    ...draw(markdown),
    pictures: targets.pictures,
    ...(mistake !== undefined && { mistake }),
  }
}

/** Returns the targets of all links and pictures in the Markdown, as written. */
function readTargets(markdown: string) {
  const html = micromark(markdown, { allowDangerousProtocol: true })
  const targetsOf = (pattern: RegExp) =>
    [...html.matchAll(pattern)].map(([, target = '']) => readAttribute(target))
  return { links: targetsOf(links), pictures: targetsOf(pictures) }
}

function findMistake(targets: ReturnType<typeof readTargets>): string | undefined {
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

function draw(written: string) {
  const markdown = written.trim()
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
    // Remove targets of links and pictures that are not allowed; pages saved by earlier releases may contain them.
    .replaceAll(links, (whole, target: string) => (isLink(readAttribute(target)) ? whole : '<a'))
    .replaceAll(pictures, (_whole, target: string) =>
      isSitePicture(readAttribute(target)) ? `<img loading="lazy" src="${target}"` : '<img',
    )
  return { title, html }
}
