import type { FastifyInstance } from 'fastify'
import { previewMail, type PreviewedMail } from '#features/event-mails/server/preview-mail.ts'
import type { EventRow } from '#features/events/server/event-rows.ts'
import type { EventMail } from '#features/mails/server/mail-kind.ts'
import type { NotificationRow } from '#features/mails/server/record.ts'
import { mailNames, mailKinds as names, type MailKind } from '#kernel/mail-kinds.ts'
import type { Site } from '#kernel/site.ts'
import { crewRoles, registrationTypes } from '#kernel/values.ts'
import { mailKinds as kinds } from './mail-kinds.ts'

export type GalleryMail = PreviewedMail & {
  kind: MailKind
  /** What is so of the event, or of whom it is to: `pre-registered, no room yet`. */
  state: string
}

const hour = 60 * 60_000
const start = new Date('2027-03-11T17:00:00Z')
const at = (ms: number) => new Date(start.getTime() + ms)
/** When mails about the event can be due: long before, in each window of a reminder, and afterwards. */
const moments = [-200 * hour, -23 * hour, -0.5 * hour, 24 * hour].map(at)

const event = {
  id: 1,
  slug: 'the-title-of-the-event',
  title: 'The title of the event',
  speakerName: 'The guest',
  speakerTitle: 'Head of their company',
  description: 'What it is about.',
  eventDate: '2027-03-11',
  eventTime: start.toISOString(),
  eventEndTime: at(hour).toISOString(),
  status: 'upcoming',
  dateConfirmed: true,
  calendarUid: 'gallery',
  calendarSequence: 0,
  updatedAt: at(-300 * hour),
  cancelledAt: null,
  openedAt: null,
  roomUrl: 'https://meet.example/room',
} as EventRow

/** What an event may be like when a mail about it goes out. */
const looks: [name: string, fields: Partial<EventRow>][] = [
  ['', {}],
  ['no room yet', { roomUrl: null }],
  ['a day without an hour', { eventTime: null, eventEndTime: null, dateConfirmed: false }],
  [
    'without a date',
    { eventDate: null, eventTime: null, eventEndTime: null, dateConfirmed: false },
  ],
]
/** What may have become of it: any of these makes some kind due. */
const lives: Partial<EventRow>[] = [
  {},
  { calendarSequence: 1 },
  { openedAt: at(-300 * hour) },
  { status: 'pre_registration' },
  { cancelledAt: at(-201 * hour), calendarSequence: 1 },
  { status: 'completed', videoUrl: 'https://youtu.be/aqz-KE-bpKQ', recordingReady: true },
]

type About = Pick<NotificationRow, 'registration' | 'crew'>
const createdAt = at(-300 * hour)

function readers({ to }: EventMail): [name: string, about: About][] {
  if (to === 'interested') return [['', { registration: null, crew: null }]]
  if (to === 'crew') {
    return crewRoles.map((role) => [
      role,
      { registration: null, crew: { id: 1, name: 'Robin', role, createdAt } },
    ])
  }
  return registrationTypes
    .toReversed()
    .map((registrationType) => [
      registrationType === 'pre_registration' ? 'pre-registered' : '',
      { registration: { id: 1, registrationType, createdAt }, crew: null },
    ])
}

/** The event in the first life in which this mail can go out; none where it never can. */
function findPossible(mail: EventMail, look: Partial<EventRow>, about: About) {
  for (const life of lives) {
    const row = { ...event, ...look, ...life }
    for (const now of moments) {
      const time = { now, timeZone: 'Africa/Johannesburg' }
      const isAnswer = mail.whyNot !== undefined
      const whyNot = mail.whyNot?.({ event: row, ...about } as NotificationRow, time)
      if (isAnswer ? whyNot === undefined : mail.due?.when(row, time)) return row
    }
  }
  return undefined
}

/** Every kind of mail in every state in which it reads differently; nothing in it leads anywhere. */
export function listGalleryMails(
  site: Pick<Site, 'series' | 'display' | 'mails' | 'look'>,
): GalleryMail[] {
  return names.flatMap((kind) => {
    const mail = kinds[kind]
    if (mail.to === 'person') return [show(kind, '', site)]
    const shown = new Map<string, GalleryMail>()
    for (const [reader, about] of readers(mail)) {
      for (const [look, fields] of looks) {
        const row = findPossible(mail, fields, about)
        if (!row) continue
        const state = [reader, look].filter(Boolean).join(', ')
        const made = show(kind, state, site, { ...about, event: row })
        if (!shown.has(made.text)) shown.set(made.text, made)
      }
    }
    return [...shown.values()]
  })
}

function show(
  kind: MailKind,
  state: string,
  site: Pick<Site, 'series' | 'display' | 'mails' | 'look'>,
  about: Partial<About & { event: EventRow }> = {},
): GalleryMail {
  const origin = 'https://series.example'
  return { kind, state, ...previewMail(kind, { kinds, site, origin }, about) }
}

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** As its reader sees it who prefers light, or dark, whatever this machine prefers. */
function inLook(html: string, look: 'light' | 'dark') {
  return html.replace(
    '@media (prefers-color-scheme:dark)',
    `@media ${look === 'dark' ? '' : 'not '}all`,
  )
}

/** One page of them all: light, dark and plain text beside each other. */
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

/** `/_gallery/mails`, in development alone. */
export function serveMailGallery(app: FastifyInstance): void {
  const policy = "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'"
  app.get('/_gallery/mails', { schema: { hide: true } }, (_request, reply) =>
    reply
      .type('text/html')
      .header('content-security-policy', policy)
      .send(renderGallery(listGalleryMails(app.deps.site()))),
  )
}
