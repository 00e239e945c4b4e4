import type { Mail, MailPart } from './mail-parts.ts'

const width = 76

/** Folds at spaces; what has none, an address above all, stays whole. */
function fold(text: string): string {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/\s+/).filter(Boolean)) {
    if (line && line.length + word.length + 1 > width) {
      lines.push(line)
      line = word
    } else line = line ? `${line} ${word}` : word
  }
  return [...lines, line].join('\n')
}

function writePart(part: MailPart): string {
  if ('heading' in part) {
    const lines = [part.says, part.heading].flatMap((line) => (line ? [fold(line)] : []))
    const address = part.address ? `\n${part.address}` : ''
    return `${lines.join('\n')}\n${'-'.repeat(20)}${address}`
  }
  if ('facts' in part) return part.facts.map(([name, value]) => `${name}: ${value}`).join('\n')
  if ('button' in part) return `${part.button}:\n${part.address}`
  return fold('note' in part ? part.note : part.text)
}

/** The mail as plain text, for readers without HTML. */
export function renderText(mail: Mail, seriesName: string): string {
  const parts = [mail.greeting, ...mail.parts.map(writePart), `-- \n${seriesName}`]
  const links = [mail.ownPage, ...(mail.unsubscribe ? [mail.unsubscribe] : [])]
  const foot = [fold(mail.reason), ...links.map(({ label, address }) => `${label}:\n${address}`)]
  return `${[...parts, ...foot].join('\n\n')}\n`
}
