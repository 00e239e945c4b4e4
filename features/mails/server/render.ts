import { iconAddress, logoNames } from '#features/pictures/rules.ts'
import { deriveColours, type Palette } from '#kernel/look-colours.ts'
import type { Look } from '#kernel/look.ts'
import type { Site } from '#kernel/site.ts'
import type { LinkKey } from '#platform/signed-links/signed-links.ts'
import type { Mail } from './compose.ts'
import type { MailPart } from './mail-parts.ts'
import { makeBounceAddress, makeMessageId } from './mail-names.ts'
import type { RenderedMail } from './mailer.ts'
import type { NotificationRow } from './record.ts'
import { escapeHtml, htmlOfWritten, textOfWritten, type WrittenLook } from './render-written.ts'

type Envelope = {
  outboxEntry: Pick<NotificationRow['outboxEntry'], 'id' | 'kind' | 'email' | 'createdAt'>
  linkKey: LinkKey
  from: string
  site: Pick<Site, 'series' | 'look'>
  /** Base URL of the mail's pictures. */
  origin: string
}

/** Returns the domain of the sender's address, with which every Message-ID ends. */
function domainOf(from: string) {
  return /@([^\s>]+)>?\s*$/.exec(from)?.[1] ?? 'localhost'
}

/** Returns the sender's address without the name. */
function addressOf(from: string) {
  return /<([^<>]*)>\s*$/.exec(from)?.[1] ?? from.trim()
}

/**
 * Renders a mail as headers, HTML and plain text. The Message-ID depends only on the outbox entry, so that
 * mail servers recognise repeated attempts as duplicates.
 */
export function renderMail(
  mail: Mail,
  { outboxEntry, linkKey, from, site, origin }: Envelope,
): RenderedMail {
  return {
    from: mail.sender ? { name: mail.sender, address: addressOf(from) } : from,
    to: { name: '', address: outboxEntry.email },
    subject: mail.subject,
    messageId: makeMessageId(linkKey, outboxEntry, domainOf(from)),
    bounceAddress: makeBounceAddress(linkKey, outboxEntry, domainOf(from)),
    date: outboxEntry.createdAt,
    text: renderText(mail, site.series.name),
    html: renderHtml(mail, site, origin),
    headers: {
      'Auto-Submitted': 'auto-generated',
      // Microsoft Exchange reads this header instead of Auto-Submitted, and sends no automatic replies or
      // receipts.
      'X-Auto-Response-Suppress': 'All',
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

const unbroken = 'overflow-wrap:anywhere;word-break:break-word'

function paragraph(text: string, className: string, style: string) {
  return `<p dir="auto" class="${className}" style="margin:0 0 16px;${style};${unbroken}">${escapeHtml(text)}</p>`
}

function keepTimesWhole(html: string) {
  return html.replaceAll(
    /\d{1,2}:\d{2}(?:-\d{1,2}:\d{2})?(?: [A-Z]{2,5}\b)?/g,
    '<span style="white-space:nowrap">$&</span>',
  )
}

function writeFact([name, value]: [string, string], look: MailLook) {
  const cell = `padding:8px 16px 8px 0;vertical-align:top;${look.text};font-size:16px;line-height:24px`
  return `<tr><td class="fact muted" style="${cell};color:${look.muted};width:84px">${escapeHtml(name)}</td>
<td class="value ink" style="${cell};color:${look.ink};font-weight:600;${unbroken}"><bdi>${keepTimesWhole(escapeHtml(value))}</bdi></td></tr>`
}

/** Returns the CSS of a text that an organiser wrote, which matches the rest of the mail. */
function writtenLookOf(look: MailLook): WrittenLook {
  const text = `${look.text};font-size:17px;line-height:26px;color:${look.ink};${unbroken}`
  const title = (size: number, lineHeight: number) =>
    `margin:8px 0 16px;${look.title};font-size:${size}px;line-height:${lineHeight}px;font-weight:600;color:${look.ink};${unbroken}`
  return {
    paragraph: `margin:0 0 16px;${text}`,
    titles: { 1: title(28, 34), 2: title(22, 28), 3: title(18, 26) },
    list: `margin:0 0 16px;padding:0 0 0 24px;${text}`,
    link: `color:${look.glow};text-decoration:underline`,
  }
}

function htmlOfPart(part: MailPart, look: MailLook): string {
  if ('written' in part) return htmlOfWritten(part.written, writtenLookOf(look))
  if ('heading' in part) {
    const says = part.says
      ? `<p class="glow" style="margin:24px 0 6px;${look.text};font-size:15px;line-height:20px;font-weight:700;color:${look.glow}">${escapeHtml(part.says)}</p>`
      : ''
    const title = part.address
      ? `<a class="ink" href="${escapeHtml(part.address)}" style="color:${look.ink};text-decoration:none">${escapeHtml(part.heading)}</a>`
      : escapeHtml(part.heading)
    return `${says}<h2 dir="auto" class="title ink" style="margin:${part.says ? 0 : 24}px 0 16px;${look.title};font-size:32px;line-height:36px;font-weight:600;color:${look.ink};${unbroken}">${title}</h2>`
  }
  if ('facts' in part) {
    const link = part.link ? `<p style="margin:0 0 24px">${writeLink(part.link, 15, look)}</p>` : ''
    return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="line" style="margin:0 0 ${part.link ? 12 : 24}px;border-top:1px solid ${look.line};border-bottom:1px solid ${look.line}"><tbody>${part.facts.map((fact) => writeFact(fact, look)).join('')}</tbody></table>${link}`
  }
  if ('button' in part && part.isQuiet) {
    const link = writeLink({ label: part.button, address: part.address }, 15, look)
    return `<p style="margin:0 0 16px">${link}</p>`
  }
  if ('button' in part) {
    return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 16px"><tbody><tr><td class="button" bgcolor="${look.accent}" style="border:1px solid ${look.accentEdge};border-radius:${look.radius}px;background-color:${look.accent}"><a href="${escapeHtml(part.address)}" style="display:inline-block;padding:12px 23px;${look.text};font-size:17px;line-height:22px;font-weight:600;color:${look.accentInk};text-decoration:none;border-radius:${look.radius}px">${escapeHtml(part.button)}</a></td></tr></tbody></table>`
  }
  if ('note' in part) {
    return paragraph(
      part.note,
      'muted',
      `${look.text};font-size:15px;line-height:22px;color:${look.muted}`,
    )
  }
  return paragraph(
    part.text,
    'ink',
    `${look.text};font-size:17px;line-height:26px;color:${look.ink}`,
  )
}

function writeLink(
  { label, address }: { label: string; address: string },
  size: 13 | 15,
  look: MailLook,
) {
  const style = `${look.text};font-size:${size}px;line-height:20px;color:${look.glow};text-decoration:underline`
  return `<a class="glow" href="${escapeHtml(address)}" style="${style}">${escapeHtml(label)}</a>`
}

function writeFoot(mail: Mail, look: MailLook) {
  const style = `${look.text};font-size:13px;line-height:20px;color:${look.muted}`
  const links = [mail.ownPage, ...(mail.unsubscribe ? [mail.unsubscribe] : [])].map(
    (link) => `<p style="margin:0 0 6px">${writeLink(link, 13, look)}</p>`,
  )
  return `${paragraph(mail.reason, 'muted', style)}${links.join('')}`
}

const logoHeight = 40

/** Renders the logo of the series as an image; without a logo, the series' name as text. */
function writeName(site: Pick<Site, 'series' | 'look'>, look: MailLook, origin: string) {
  const { logo, scheme } = site.look
  const name = escapeHtml(site.series.name)
  const style = `${look.title};font-size:24px;line-height:28px;font-weight:600;color:${look.ink}`
  if (!logo) return `<span dir="auto" class="ink" style="${style};${unbroken}">${name}</span>`
  const image = (mode: 'light' | 'dark', display: string) => {
    const { width, height } = logo[mode]
    const wide = Math.min(280, Math.round((width * logoHeight) / height))
    const address = escapeHtml(origin + iconAddress(logoNames[mode], site))
    return `<img class="on-${mode}" src="${address}" alt="${name}" width="${wide}" style="display:${display};max-width:100%;height:auto;border:0;${style}">`
  }
  if (scheme !== 'visitor') return image(scheme, 'inline-block')
  return image('light', 'inline-block') + image('dark', 'none;mso-hide:all')
}

/**
 * Renders a mail as HTML without scripts, readable in dark mode and on phones. The logo is the only picture
 * outside of the organiser's text.
 */
export function renderHtml(
  mail: Mail,
  site: Pick<Site, 'series' | 'look'>,
  origin: string,
): string {
  const { series } = site
  const look = describeMailLook(site.look)
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="${look.schemes}"><meta name="supported-color-schemes" content="${look.schemes}"><title>${escapeHtml(mail.subject)}</title><style>${look.style}</style></head>
<body class="canvas" style="margin:0;padding:0;background-color:${look.canvas}">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(mail.preview)}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="canvas" style="background-color:${look.canvas}"><tbody><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px;table-layout:fixed"><tbody>
<tr><td style="padding:0 8px 16px">${writeName(site, look, origin)}<br><span dir="auto" class="muted" style="${look.text};font-size:14px;line-height:20px;color:${look.muted}">${escapeHtml(series.tagline)}</span></td></tr>
<tr><td class="surface room" style="padding:32px;background-color:${look.surface};border:1px solid ${look.line};border-top:4px solid ${look.accentEdge};border-radius:${look.radius}px">
${mail.greeting && paragraph(mail.greeting, 'ink', `${look.text};font-size:17px;line-height:26px;color:${look.ink}`)}
${mail.parts.map((part) => htmlOfPart(part, look)).join('\n')}
</td></tr>
<tr><td style="padding:20px 8px">${writeFoot(mail, look)}</td></tr>
</tbody></table></td></tr></tbody></table></body></html>
`
}

const width = 76

/** Wraps a text at spaces into lines of at most 76 characters; longer words, such as URLs, stay whole. */
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
  if ('facts' in part) {
    const facts = part.facts.map(([name, value]) => `${name}: ${value}`)
    const link = part.link ? ['', `${part.link.label}:`, part.link.address] : []
    return [...facts, ...link].join('\n')
  }
  if ('button' in part) return `${part.button}:\n${part.address}`
  return fold('note' in part ? part.note : part.text)
}

export function renderText(mail: Mail, seriesName: string): string {
  const greeting = mail.greeting === '' ? [] : [mail.greeting]
  const parts = [...greeting, ...mail.parts.map(textOfPart), `-- \n${seriesName}`]
  const links = [mail.ownPage, ...(mail.unsubscribe ? [mail.unsubscribe] : [])]
  const foot = [fold(mail.reason), ...links.map(({ label, address }) => `${label}:\n${address}`)]
  return `${[...parts, ...foot].join('\n\n')}\n`
}

const faces = {
  serif: {
    text: "font-family:Figtree,'Helvetica Neue',Arial,sans-serif",
    title: "font-family:Imbue,Georgia,'Times New Roman',serif",
  },
  sans: {
    text: "font-family:'Instrument Sans','Helvetica Neue',Arial,sans-serif",
    title: "font-family:'Bricolage Grotesque','Helvetica Neue',Arial,sans-serif",
  },
}
const radii = { square: 0, soft: 8, round: 16 }

/**
 * Colours, typefaces and corners of mails. Most CSS is inline, because some mail clients drop style sheets;
 * those clients show the light mode.
 */
type MailLook = Palette & {
  /** CSS font declarations of running text and of titles. */
  text: string
  title: string
  /** Radius of corners in pixels. */
  radius: number
  /** Value of the meta element `color-scheme`: `light`, `dark` or both. */
  schemes: string
  style: string
}

function describeMailLook(look: Look): MailLook {
  const isBoth = look.scheme === 'visitor'
  const schemes = isBoth ? 'light dark' : look.scheme
  const main = deriveColours(look.accent, look.scheme === 'dark' ? 'dark' : 'light')
  return {
    ...main,
    ...faces[look.fonts],
    radius: radii[look.corners],
    schemes,
    style: `
:root{color-scheme:${schemes};supported-color-schemes:${schemes}}
${isBoth ? writeDark(deriveColours(look.accent, 'dark')) : ''}@media (max-width:480px){.room{padding:24px 20px!important}.title{font-size:28px!important}.fact{display:block!important;width:auto!important;padding-bottom:0!important}.value{display:block!important;width:auto!important;padding-top:0!important}}`,
  }
}

function writeDark(dark: Palette) {
  return `@media (prefers-color-scheme:dark){
.canvas{background-color:${dark.canvas}!important}.surface{background-color:${dark.surface}!important;border-color:${dark.accentEdge} ${dark.line} ${dark.line}!important}
.ink{color:${dark.ink}!important}.muted{color:${dark.muted}!important}.glow{color:${dark.glow}!important}.line{border-color:${dark.line}!important}
.button{border-color:${dark.accentEdge}!important}.on-light{display:none!important}.on-dark{display:inline-block!important}}
`
}
