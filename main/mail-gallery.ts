import type { FastifyInstance } from 'fastify'
import { previewMail, type PreviewedMail } from '#features/event-mails/server/preview-mail.ts'
import { writeInEveryState } from '#features/mail-texts/server/mail-states.ts'
import { mailNames, mailKinds as names, type MailKind } from '#kernel/mail-kinds.ts'
import type { Site } from '#kernel/site.ts'
import { mailKinds as kinds } from './mail-kinds.ts'

export type GalleryMail = PreviewedMail & {
  kind: MailKind
  /** The state of the event or the recipient that the sample shows, such as `pre-registered, no room yet`. */
  state: string
}

/**
 * Returns a sample mail of every kind, in every state of event or recipient that changes the text. Its links do
 * not work.
 */
export function listGalleryMails(
  site: Pick<Site, 'series' | 'display' | 'mails' | 'look'>,
): GalleryMail[] {
  const origin = 'https://series.example'
  return names.flatMap((kind) =>
    writeInEveryState(kind, { kinds, timeZone: site.display.zone }, (state, about) => ({
      kind,
      state,
      ...previewMail(kind, { kinds, site, origin }, about),
    })),
  )
}

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** Returns a mail's HTML in its light or dark version, whatever colour scheme the browser prefers. */
function inLook(html: string, look: 'light' | 'dark') {
  return html.replace(
    '@media (prefers-color-scheme:dark)',
    `@media ${look === 'dark' ? '' : 'not '}all`,
  )
}

/** Renders all sample mails on one page: light version, dark version and plain text side by side. */
export function renderGallery(mails: GalleryMail[]): string {
  const parts = mails.map(({ kind, state, mail, html, text }) => {
    const frame = (look: 'light' | 'dark') =>
      `<iframe sandbox loading="lazy" title="${look}" srcdoc="${escapeHtml(inLook(html, look))}"></iframe>`
    const calendar = mail.calendar ? `, with a calendar entry (${mail.calendar.method})` : ''
    return `<section><h2>${escapeHtml([mailNames[kind], state].filter(Boolean).join(': '))}</h2>
<p>${escapeHtml(mail.subject)}<br><small>${kind}${calendar}</small></p>
<div>${frame('light')}${frame('dark')}<pre>${escapeHtml(text)}</pre></div></section>`
  })
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Mails</title>
<style>body{font:16px/1.5 sans-serif;margin:24px;color:#21151f;background:#fff}section{margin-top:48px}small{color:#64555f}
div{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(320px,100%),1fr));gap:16px}
iframe{width:100%;height:640px;border:1px solid #ddd3da}pre{white-space:pre-wrap;overflow-wrap:anywhere;margin:0;padding:16px;border:1px solid #ddd3da}</style></head>
<body><h1>Mails</h1><p>${mails.length} mails: every kind in every state in which it reads differently.</p>
${parts.join('\n')}</body></html>
`
}

/** Serves the page of all sample mails at `/_gallery/mails`, in development only. */
export function serveMailGallery(app: FastifyInstance): void {
  const policy = "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'"
  app.get('/_gallery/mails', { schema: { hide: true } }, (_request, reply) =>
    reply
      .type('text/html')
      .header('content-security-policy', policy)
      .send(renderGallery(listGalleryMails(app.deps.site()))),
  )
}
