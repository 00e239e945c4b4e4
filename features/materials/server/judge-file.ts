import { invalidInput } from '#platform/errors/refusal.ts'

/** Bytes from the beginning of a file by which it is judged. */
export const judgedBytes = 64 * 1024

/** Files that browsers display; every other file is downloaded. */
const displayed: [type: string, extension: RegExp, head: RegExp][] = [
  ['application/pdf', /\.pdf$/i, /^%PDF-/],
  ['image/png', /\.png$/i, /^\x89PNG\r\n/],
  ['image/jpeg', /\.jpe?g$/i, /^\xff\xd8\xff/],
  ['image/gif', /\.gif$/i, /^GIF8[79]a/],
  ['image/webp', /\.webp$/i, /^RIFF[^]{4}WEBP/],
  ['image/avif', /\.avif$/i, /^[^]{4}ftypavi[fs]/],
]
const extensionOf: Record<string, string> = { 'application/pdf': '.pdf', 'image/jpeg': '.jpg' }
const unknownType = 'application/octet-stream'

export function isDisplayed(mediaType: string): boolean {
  return mediaType !== unknownType
}

/**
 * Returns the media type of a file by its content, whatever its name, and a name that fits. Throws 400 for HTML and
 * SVG, which could run scripts.
 */
export function judgeFile(head: Buffer, fileName: string) {
  const name = tidyName(fileName)
  const text = head.toString('latin1')
  const found = displayed.find(([, , pattern]) => pattern.test(text))
  if (found) {
    const [mediaType, extension] = found
    const added = extensionOf[mediaType] ?? mediaType.replace('image/', '.')
    return { mediaType, fileName: extension.test(name) ? name : `${name}${added}` }
  }
  if (isDocument(decode(head))) {
    const message = 'HTML and SVG files are not allowed, because they can contain scripts'
    throw invalidInput([{ field: 'file', message }])
  }
  return { mediaType: unknownType, fileName: runs.test(name) ? `${name}.txt` : name }
}

/** File names that an operating system opens in a browser. */
const runs = /\.(x?html?|xht|shtml|svgz?|mht(ml)?|xml)$/i
const longestName = 120

/** Returns a file name without folders, invisible characters and a leading dot. */
function tidyName(fileName: string) {
  const tidy = fileName
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Co}\ufffd/\\:*?"<>|]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[. ]+/, '')
    .trim()
  const [extension = ''] = /\.\w{1,10}$/.exec(tidy) ?? []
  const stem = Array.from(tidy.slice(0, tidy.length - extension.length))
  return `${stem.slice(0, longestName).join('')}${extension}` || 'file'
}

function decode(head: Buffer): string {
  if (head[0] === 0xff && head[1] === 0xfe) return head.toString('utf16le')
  if (head[0] === 0xfe && head[1] === 0xff) {
    return Buffer.from(head.subarray(0, head.length & ~1))
      .swap16()
      .toString('utf16le')
  }
  // UTF-16 without a byte order mark: every second byte of `<` and a letter is zero.
  if (head[0] === 0x3c && head[1] === 0) return head.toString('utf16le')
  if (head[0] === 0 && head[1] === 0x3c) {
    return Buffer.from(head.subarray(0, head.length & ~1))
      .swap16()
      .toString('utf16le')
  }
  return head.toString('latin1').replace(/^\xef\xbb\xbf/, '')
}

/** White space, comments and XML declarations, which may precede the first tag. */
const preamble = /^(?:[\s\0\ufeff]+|<!--[^]*?-->|<\?[^]*?\?>)+/
/** First tags by which browsers recognise HTML (https://mimesniff.spec.whatwg.org/), and SVG. */
const firstTag =
  /^<(?:!doctype\s+(?:html|svg)|html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p|svg|\w+:svg)(?=[\s/>[\0]|$)/i
/** Tags that make a browser treat the file as HTML or SVG, even if text precedes them. */
const anyTag = /<(?:!doctype\s+(?:html|svg)|html|script|svg|\w+:svg)(?=[\s/>[])/i
const searched = 1024

function isDocument(text: string): boolean {
  const rest = text.replace(preamble, '')
  return firstTag.test(rest) || /^<(?:!--|\?xml)/.test(rest) || anyTag.test(rest.slice(0, searched))
}
