import { createSecretKey } from 'node:crypto'
import { expect, test } from 'vitest'
import { loadSite } from '#features/site/server/load-site.ts'
import { lookSchema, type Look } from '#kernel/look.ts'
import { mailKinds, type MailKind } from '#kernel/mail-kinds.ts'
import { mailKinds as definitions } from '#main/mail-kinds.ts'
import { loadConfig } from '#platform/settings/config.ts'
import { buildEvent } from '#tests/support/builders.ts'
import { testApp } from '#tests/support/test-app.ts'
import { composeMail } from './compose.ts'
import { renderHtml, renderMail } from './render.ts'

const isStandalone = (kind: MailKind) => definitions[kind].to === 'person'

async function compose(kind: MailKind, firstName: string, title: string) {
  const { db } = await testApp()
  const event = await buildEvent(db, { title, speakerName: title })
  const site = await loadSite(loadConfig({}).siteFile)
  const createdAt = new Date('2026-12-01T08:00:00Z')
  const registration = { id: 12, registrationType: 'confirmed' as const, createdAt }
  const outboxEntry = { id: 3, kind, email: 'thandi@example.com', createdAt }
  const from = 'hello@lights.example'
  const context = {
    origin: 'https://lights.example',
    linkKey: { secret: createSecretKey(Buffer.alloc(32, 1)), alsoBelieved: [] },
  }
  const mail = composeMail([{ kind, ...(!isStandalone(kind) && { event, registration }) }], {
    ...context,
    kinds: definitions,
    site,
    firstName,
    outboxEntry,
    mailer: { from },
  })
  const { html, text, headers } = renderMail(mail, { ...context, outboxEntry, from, site })
  return { mail, html, text, headers }
}

const scripts = [
  'الميل الأخير أولاً',
  'ラストワンマイル――塩の道',
  '🌸 naïve & <script>alert(1)</script> "quoted"',
  'Donaudampfschifffahrtsgesellschaft'.repeat(5),
]

test.for(mailKinds)(
  'a mail of the kind %s reads well in every script, and asks for no automatic reply',
  async (kind) => {
    for (const words of scripts) {
      const { mail, html, text, headers } = await compose(kind, `${words}\r\nBcc`, words)
      expect(mail.subject).not.toMatch(/[\r\n]/)
      expect(headers).toMatchObject({
        'Auto-Submitted': 'auto-generated',
        'X-Auto-Response-Suppress': 'All',
      })
      const isName = words.length < 30
      // An announcement's text contains its own greeting.
      const greeting = isName ? `Hello ${words} Bcc,` : 'Hello,'
      expect(mail.greeting).toBe(kind === 'announcement' ? '' : greeting)
      const isSaid = isName || !isStandalone(kind)
      expect(text.includes(words.slice(0, 30))).toBe(isSaid)
      expect(html).not.toMatch(/<script|<img|url\(|undefined|\[object/)
      expect(text).not.toMatch(/undefined|\[object/)
      const links = [...html.matchAll(/href="([^"]+)"/g)].map(([, link]) => link!)
      for (const link of links) expect(text).toContain(link)
      const { topic, topicOf, endsSeries } = definitions[kind]
      const left = endsSeries ?? (topicOf ? topicOf({ kind }) : topic)
      expect(Boolean(mail.unsubscribe)).toBe(left !== undefined)
    }
  },
)

test('a person without a name is greeted without one', async () => {
  const { mail, text } = await compose('library_access', '  ', 'Salt')
  expect(mail.greeting).toBe('Hello,')
  expect(text.startsWith('Hello,\n')).toBe(true)
})

test.for(['library_access', 'library_link', 'recording_ready'] as const)(
  'a mail of the kind %s says how long its link to the library holds, before and after its first use',
  async (kind) => {
    const { text } = await compose(kind, 'Thandi', 'Salt')
    const flowing = text.replaceAll(/\s+/g, ' ')
    expect(flowing).toContain('It is valid for seven days')
    expect(flowing).toContain('for ten minutes after its first use')
    expect(flowing).toContain('in at most two browsers')
  },
)

test('a mail has the colours, corners and logo of the look, and dark ones where readers may choose', async () => {
  const { mail } = await compose('registration_confirmed', 'Thandi', 'Salt')
  const { series } = await loadSite(loadConfig({}).siteFile)
  const write = (look: Partial<Look>) =>
    renderHtml(mail, { series, look: lookSchema.parse(look) }, 'https://lights.example')
  const amber = write({})
  expect(amber).toContain('background-color:#f5f2f4')
  expect(amber).toContain('@media (prefers-color-scheme:dark)')
  expect(amber).toContain('.canvas{background-color:#150f17!important}')
  const picture = { src: '/images/logo.webp', width: 300, height: 100 }
  const dark = write({ scheme: 'dark', corners: 'square', logo: { light: picture, dark: picture } })
  expect(dark).toContain('background-color:#150f17')
  expect(dark).toContain('<meta name="color-scheme" content="dark">')
  expect(dark).not.toContain('prefers-color-scheme')
  expect(dark).toContain('border-radius:0px;background-color:#ffb54a')
  expect(dark).toMatch(
    /<img class="on-dark" src="https:\/\/lights\.example\/logo-dark\.png\?v=[^"]+" alt="House Lights" width="120"/,
  )
  expect(dark).not.toContain('logo-light')
})
