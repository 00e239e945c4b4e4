import type { Site } from '#kernel/site.ts'
import type { LinkKey } from '#platform/signed-links/signed-links.ts'
import type { Mail } from './compose.ts'
import type { MailPart } from './mail-kind.ts'
import { makeBounceAddress, makeMessageId } from './mail-names.ts'
import type { RenderedMail } from './mailer.ts'
import type { NotificationRow } from './record.ts'
import { escapeHtml, htmlOfWritten, textOfWritten, type WrittenLook } from './render-written.ts'

type Envelope = {
  outboxEntry: Pick<NotificationRow['outboxEntry'], 'id' | 'kind' | 'email' | 'createdAt'>
  linkKey: LinkKey
  from: string
  series: Site['series']
}

/** The domain of the sender's address, which every Message-ID ends with. */
function domainOf(from: string) {
  return /@([^\s>]+)>?\s*$/.exec(from)?.[1] ?? 'localhost'
}

/**
 * A mail as it is handed over. The Message-ID is the outbox entry's own, the same at every try, so that a
 * repetition can be recognised as one.
 */
export function renderMail(
  mail: Mail,
  { outboxEntry, linkKey, from, series }: Envelope,
): RenderedMail {
  return {
    from,
    to: { name: '', address: outboxEntry.email },
    subject: mail.subject,
    messageId: makeMessageId(linkKey, outboxEntry, domainOf(from)),
    bounceAddress: makeBounceAddress(linkKey, outboxEntry, domainOf(from)),
    date: outboxEntry.createdAt,
    text: renderText(mail, series.name),
    html: renderHtml(mail, series),
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(mail.unsubscribe && {
        'List-Unsubscribe': `<${mail.unsubscribe.address}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    icalEvent: mail.calendar && {
      filename: 'event.ics',
      method: mail.calendar.method,
      content: mail.calendar.content,
    },
  }
}

/**
 * The house with its lights up, and down where the reader prefers dark: the colours of the site's
 * styles. Inline for readers that drop style sheets, which then show the light form.
 */
const look = {
  canvas: '#f5f2f4',
  surface: '#ffffff',
  ink: '#21151f',
  muted: '#64555f',
  line: '#ddd3da',
  glow: '#8a4700',
}
const sans = "font-family:Figtree,'Helvetica Neue',Arial,sans-serif"
const serif = "font-family:Imbue,Georgia,'Times New Roman',serif"
const unbroken = 'overflow-wrap:anywhere;word-break:break-word'

const darkStyle = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.canvas{background-color:#150f17!important}.surface{background-color:#1f1722!important;border-color:#ffb54a #3a2e3f #3a2e3f!important}
.ink{color:#f6eee9!important}.muted{color:#bfafba!important}.glow{color:#ffc673!important}.line{border-color:#3a2e3f!important}}
@media (max-width:480px){.room{padding:24px 20px!important}.title{font-size:28px!important}.fact{display:block!important;width:auto!important;padding-bottom:0!important}.value{display:block!important;width:auto!important;padding-top:0!important}}`

function paragraph(text: string, className: string, style: string) {
  return `<p dir="auto" class="${className}" style="margin:0 0 16px;${style};${unbroken}">${escapeHtml(text)}</p>`
}

/** A time of day stays in one piece on a narrow screen. */
function keepTimesWhole(html: string) {
  return html.replaceAll(
    /\d{1,2}:\d{2}(?:-\d{1,2}:\d{2})?(?: [A-Z]{2,5}\b)?/g,
    '<span style="white-space:nowrap">$&</span>',
  )
}

function writeFact([name, value]: [string, string]) {
  const cell = `padding:8px 16px 8px 0;vertical-align:top;${sans};font-size:16px;line-height:24px`
  return `<tr><td class="fact muted" style="${cell};color:${look.muted};width:84px">${escapeHtml(name)}</td>
<td class="value ink" style="${cell};color:${look.ink};font-weight:600;${unbroken}"><bdi>${keepTimesWhole(escapeHtml(value))}</bdi></td></tr>`
}

const titleStyle = (size: number, lineHeight: number) =>
  `margin:8px 0 16px;${serif};font-size:${size}px;line-height:${lineHeight}px;font-weight:600;color:${look.ink};${unbroken}`

const writtenLook: WrittenLook = {
  paragraph: `margin:0 0 16px;${sans};font-size:17px;line-height:26px;color:${look.ink};${unbroken}`,
  titles: { 1: titleStyle(28, 34), 2: titleStyle(22, 28), 3: titleStyle(18, 26) },
  list: `margin:0 0 16px;padding:0 0 0 24px;${sans};font-size:17px;line-height:26px;color:${look.ink};${unbroken}`,
  link: `color:${look.glow};text-decoration:underline`,
}

function htmlOfPart(part: MailPart): string {
  if ('written' in part) return htmlOfWritten(part.written, writtenLook)
  if ('heading' in part) {
    const says = part.says
      ? `<p class="glow" style="margin:24px 0 6px;${sans};font-size:15px;line-height:20px;font-weight:700;color:${look.glow}">${escapeHtml(part.says)}</p>`
      : ''
    const title = part.address
      ? `<a class="ink" href="${escapeHtml(part.address)}" style="color:${look.ink};text-decoration:none">${escapeHtml(part.heading)}</a>`
      : escapeHtml(part.heading)
    return `${says}<h2 dir="auto" class="title ink" style="margin:${part.says ? 0 : 24}px 0 16px;${serif};font-size:32px;line-height:36px;font-weight:600;color:${look.ink};${unbroken}">${title}</h2>`
  }
  if ('facts' in part) {
    return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="line" style="margin:0 0 24px;border-top:1px solid ${look.line};border-bottom:1px solid ${look.line}"><tbody>${part.facts.map(writeFact).join('')}</tbody></table>`
  }
  if ('button' in part) {
    return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 16px"><tbody><tr><td bgcolor="#ffb54a" style="border-radius:8px;background-color:#ffb54a"><a href="${escapeHtml(part.address)}" style="display:inline-block;padding:13px 24px;${sans};font-size:17px;line-height:22px;font-weight:600;color:#24151c;text-decoration:none;border-radius:8px">${escapeHtml(part.button)}</a></td></tr></tbody></table>`
  }
  if ('note' in part) {
    return paragraph(
      part.note,
      'muted',
      `${sans};font-size:15px;line-height:22px;color:${look.muted}`,
    )
  }
  return paragraph(part.text, 'ink', `${sans};font-size:17px;line-height:26px;color:${look.ink}`)
}

function writeFoot(mail: Mail) {
  const style = `${sans};font-size:13px;line-height:20px;color:${look.muted}`
  const links = [mail.ownPage, ...(mail.unsubscribe ? [mail.unsubscribe] : [])].map(
    ({ label, address }) =>
      `<p style="margin:0 0 6px"><a class="glow" href="${escapeHtml(address)}" style="${style};color:${look.glow};text-decoration:underline">${escapeHtml(label)}</a></p>`,
  )
  return `${paragraph(mail.reason, 'muted', style)}${links.join('')}`
}

/** The mail as HTML: no picture, no script, readable in the dark and on a telephone. */
export function renderHtml(mail: Mail, series: { name: string; tagline: string }): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escapeHtml(mail.subject)}</title><style>${darkStyle}</style></head>
<body class="canvas" style="margin:0;padding:0;background-color:${look.canvas}">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(mail.preview)}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="canvas" style="background-color:${look.canvas}"><tbody><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px;table-layout:fixed"><tbody>
<tr><td style="padding:0 8px 16px"><span dir="auto" class="ink" style="${serif};font-size:24px;line-height:28px;font-weight:600;color:${look.ink};${unbroken}">${escapeHtml(series.name)}</span><br><span dir="auto" class="muted" style="${sans};font-size:14px;line-height:20px;color:${look.muted}">${escapeHtml(series.tagline)}</span></td></tr>
<tr><td class="surface room" style="padding:32px;background-color:${look.surface};border:1px solid ${look.line};border-top:4px solid #ffb54a;border-radius:8px">
${mail.greeting && paragraph(mail.greeting, 'ink', `${sans};font-size:17px;line-height:26px;color:${look.ink}`)}
${mail.parts.map(htmlOfPart).join('\n')}
</td></tr>
<tr><td style="padding:20px 8px">${writeFoot(mail)}</td></tr>
</tbody></table></td></tr></tbody></table></body></html>
`
}

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

function textOfPart(part: MailPart): string {
  if ('written' in part) return textOfWritten(part.written)
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
  const greeting = mail.greeting === '' ? [] : [mail.greeting]
  const parts = [...greeting, ...mail.parts.map(textOfPart), `-- \n${seriesName}`]
  const links = [mail.ownPage, ...(mail.unsubscribe ? [mail.unsubscribe] : [])]
  const foot = [fold(mail.reason), ...links.map(({ label, address }) => `${label}:\n${address}`)]
  return `${[...parts, ...foot].join('\n\n')}\n`
}
