import type { WrittenBlock, WrittenWord } from '#kernel/written-text.ts'

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
export const escapeHtml = (text: string) => text.replaceAll(/[&<>"']/g, (found) => escapes[found]!)

/** Inline CSS for each element of a written text; `render.ts` derives the CSS from the colours and fonts of mails. */
export type WrittenLook = {
  paragraph: string
  titles: Record<1 | 2 | 3, string>
  list: string
  link: string
}

/**
 * Renders a text that an administrator wrote as HTML. Creates only elements that this file defines, and escapes all
 * text.
 */
export function htmlOfWritten(blocks: WrittenBlock[], look: WrittenLook): string {
  return blocks.map((block) => htmlOfBlock(block, look)).join('\n')
}

function htmlOfBlock(block: WrittenBlock, look: WrittenLook): string {
  if ('title' in block) {
    const element = `h${block.level + 1}`
    return `<${element} dir="auto" class="ink" style="${look.titles[block.level]}">${htmlOfWords(block.title, look)}</${element}>`
  }
  if ('list' in block) {
    const element = block.start === undefined ? 'ul' : 'ol'
    const start = block.start === undefined || block.start === 1 ? '' : ` start="${block.start}"`
    const entries = block.list.map((one) => `<li>${htmlOfEntry(one, look)}</li>`)
    return `<${element}${start} dir="auto" class="ink" style="${look.list}">${entries.join('')}</${element}>`
  }
  return `<p dir="auto" class="ink" style="${look.paragraph}">${htmlOfWords(block.paragraph, look)}</p>`
}

/** Renders a list item; its first paragraph has no `p` element. */
function htmlOfEntry(blocks: WrittenBlock[], look: WrittenLook): string {
  const [first, ...others] = blocks
  if (!first || !('paragraph' in first)) return htmlOfWritten(blocks, look)
  return [htmlOfWords(first.paragraph, look), htmlOfWritten(others, look)].join('')
}

function htmlOfWords(words: WrittenWord[], look: WrittenLook): string {
  return words
    .map((word) => {
      if ('text' in word) return escapeHtml(word.text)
      if ('strong' in word) return `<strong>${htmlOfWords(word.strong, look)}</strong>`
      if ('emphasis' in word) return `<em>${htmlOfWords(word.emphasis, look)}</em>`
      if ('lineEnd' in word) return '<br>'
      if ('picture' in word) {
        return `<img src="${escapeHtml(word.picture)}" alt="${escapeHtml(word.alt)}" style="max-width:100%;height:auto;border:0;border-radius:8px">`
      }
      return `<a class="glow" href="${escapeHtml(word.link)}" style="${look.link}">${htmlOfWords(word.label, look)}</a>`
    })
    .join('')
}

/**
 * Renders a text that an administrator wrote as plain text. Does not wrap lines, because placeholder values
 * have different lengths.
 */
export function textOfWritten(blocks: WrittenBlock[]): string {
  return blocks.map(textOfBlock).join('\n\n')
}

function textOfBlock(block: WrittenBlock): string {
  if ('paragraph' in block) return textOfWords(block.paragraph)
  if ('title' in block) {
    const text = textOfWords(block.title)
    return `${text}\n${(block.level === 1 ? '=' : '-').repeat(20)}`
  }
  const entries = block.list.map((one, index) => {
    const mark = block.start === undefined ? '- ' : `${block.start + index}. `
    const lines = one.map(textOfBlock).join('\n').split('\n')
    return lines.map((line, at) => (at === 0 ? mark : ' '.repeat(mark.length)) + line).join('\n')
  })
  return entries.join('\n')
}

/** Returns formatted text as plain text; the URL of a link follows its label, unless both are equal. */
export function textOfWords(words: WrittenWord[]): string {
  return words
    .map((word) => {
      if ('text' in word) return word.text
      if ('strong' in word) return textOfWords(word.strong)
      if ('emphasis' in word) return textOfWords(word.emphasis)
      if ('lineEnd' in word) return '\n'
      if ('picture' in word) return word.alt ? `[${word.alt}]` : ''
      const label = textOfWords(word.label)
      const address = word.link.replace(/^mailto:/, '')
      return label === address || label === '' ? address : `${label} (${address})`
    })
    .join('')
}
