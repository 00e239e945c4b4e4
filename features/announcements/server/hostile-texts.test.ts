import { simpleParser } from 'mailparser'
import { expect, test } from 'vitest'
import * as contract from '#features/announcements/contract.ts'
import { htmlOfWritten } from '#features/mails/server/render-written.ts'
import { users } from '#schema/people.ts'
import { eventRegistrations } from '#schema/registrations.ts'
import { announcementStage } from '#tests/support/announcement-stage.ts'
import { readMarkdown } from './read-markdown.ts'

const scripts = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<a href="javascript:alert(1)">x</a>',
  '"><svg onload=alert(1)>',
  '<!-- --><style>*{display:none}</style>',
  '</p></td></table><h1>mine',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '&#60;script&#62;',
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert(1))',
  '[x](data:text/html;base64,PHNjcmlwdD4=)',
  '[x](vbscript:x)',
  '[x](//evil.example)',
  '[x](/admin)',
  '[x](https://a.example/"onmouseover="alert(1))',
  '<javascript:alert(1)>',
  '![x](https://evil.example/pixel.gif)',
  '![x](javascript:alert(1))',
  '![<script>](/images/0123456789abcdef0123456789abcdef.webp "t")',
  '[![x](http://a/b.png)](https://a.example)',
  '[a][b]\n\n[b]: javascript:alert(1)',
  '```html\n<script>\n```',
  '    <b>indented</b>',
  '> <b>quoted</b>',
  '| <b>a</b> | b |\n|---|---|\n| c | d |',
]
const headers = [
  'Hello\r\nBcc: everybody@example.com',
  'Hello\nContent-Type: text/html\n\n<b>x</b>',
  'Hello\u2028Bcc: a@example.com',
  'Hello\u0085Bcc: a@example.com',
  '=?utf-8?q?=0D=0ABcc:_a@example.com?=',
  'a\tb\u000bc\u000cd\u0001e\u007f',
]
const nested = [
  '{firstName}',
  '{{firstName}}',
  '{{{firstName}}}',
  '\\{firstName\\}',
  '{first**Name**}',
  '[{firstName}](https://a.example/{firstName})',
  '[{joinLink}]({joinLink})',
  '[{libraryLink}](https://a.example)',
  '![{firstName}]({joinLink})',
  '[x]({firstName})',
  '*{firstName}* **{event}**',
  '# {firstName} {event}',
  '- {firstName}\n  - {event}\n    1. {guest}',
]
const written = [
  'مرحبا \u202Eסדר הפוך\u202C 👩🏽‍🚀🇿🇦',
  '\u202E\u2066gnp.exe\u2069',
  '👨‍👩‍👧‍👦'.repeat(500),
  'ﷺ'.repeat(300),
  'Z\u0351\u036B\u0343a\u0328\u0334l\u0353g\u034Eo'.repeat(50),
  '\uFEFFbyte order mark',
  'half \uD83D a pair',
  '.\n.\n..\nQUIT',
  'From me\n\nFrom you',
  `${'x'.repeat(2000)} and on`,
]
const large = [
  'word '.repeat(40_000),
  '<b>'.repeat(20_000),
  '*a **b _c '.repeat(2000),
  '- '.repeat(50_000),
  '1. '.repeat(30_000),
  '> '.repeat(30_000),
  '['.repeat(20_000),
  '![]('.repeat(5000),
  '{firstName}'.repeat(5000),
  '`'.repeat(50_000),
]
const all = [...scripts, ...headers, ...nested, ...written, ...large]
const asTitles = scripts.map((text) => `## ${text}\n\n1. ${text}\n\n**${text}**`)
const texts = [...all, ...asTitles, ...headers.map((text) => `${text} {event}`)]

const names = ['<b>{series}</b>', '{joinLink}', 'Eve\r\nBcc: a@example.com', '{firstName}']
const allowed = /^(p|h2|h3|h4|ul|ol|li|strong|em|br|img|a)$/

/** Returns every element in the HTML of an author's text, with its attributes. */
function elementsOf(html: string) {
  return [...html.matchAll(/<\/?([a-zA-Z!][^\s/>]*)([^>]*)>/g)].map(([, name, rest]) => ({
    name: name!,
    attributes: [...rest!.matchAll(/\s([\w-]+)="[^"]*"/g)].map(([, attribute]) => attribute!),
    addresses: [...rest!.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, address]) => address!),
  }))
}

test('a hundred hostile texts become text and the few elements there are', () => {
  expect(texts.length).toBeGreaterThanOrEqual(90)
  const look = { paragraph: '', titles: { 1: '', 2: '', 3: '' }, list: '', link: '' }
  for (const text of texts) {
    const html = htmlOfWritten(readMarkdown(text).blocks, look)
    for (const { name, attributes, addresses } of elementsOf(html)) {
      expect(name).toMatch(allowed)
      for (const attribute of attributes)
        expect(attribute).toMatch(/^(dir|class|style|href|src|alt|start)$/)
      for (const address of addresses)
        expect(address).toMatch(
          /^(https?:\/\/|mailto:|\/images\/[0-9a-f]{32}\.webp$|\{(join|library)Link\}$)/,
        )
    }
  }
})

test('whatever is written and whatever people are called, mails hold one subject, one recipient and no markup of theirs', async () => {
  const { call, db, event, server, write, tryOut, approve, runJobs } = await announcementStage()
  for (const [index, firstName] of names.entries()) {
    const [person] = await db
      .insert(users)
      .values({ firstName, lastName: 'x', email: `hostile${index}@example.com` })
      .returning()
    await db.insert(eventRegistrations).values({ userId: person!.id, eventId: event.id })
  }
  const params = await write()
  const hostile = [...scripts, ...nested, ...written].join('\n\n')
  const long = `${hostile}\n\n${'salt '.repeat(38_000)}`
  expect(long.length).toBeGreaterThan(190_000)
  const subject = `${headers[0]} {firstName} {joinLink} {event}`
  const changed = await call(contract.changeAnnouncement, { params, body: { subject, body: long } })
  expect(changed.status).toBe(200)
  await tryOut(params)
  await approve(params)
  await runJobs()
  expect(server.mails).toHaveLength(names.length)
  for (const { raw, to, subject: line } of server.mails) {
    const head = raw.split('\r\n\r\n', 1)[0]!
    expect(head).not.toMatch(/^bcc:/im)
    expect(head.match(/^subject:/gim)).toHaveLength(1)
    // Only this recipient's own name contains the text.
    expect(line.includes('{joinLink}')).toBe(to === 'hostile1@example.com')
    const mail = await simpleParser(raw)
    expect([mail.to].flat()).toMatchObject([{ value: [{ address: to }] }])
    expect(mail.subject).toMatch(/^Hello Bcc: everybody@example\.com .* our site The last mile$/)
    // Header and footer of the mail are not the author's.
    const [, body] = (mail.html as string).split('class="surface room"')
    for (const { name, addresses } of elementsOf(body!)) {
      expect(name).toMatch(/^(p|h2|h3|h4|ul|ol|li|strong|em|br|img|a|td|tr|tbody|table|body|html)$/)
      for (const address of addresses) expect(/^(https?:\/\/|mailto:)/.test(address)).toBe(true)
    }
  }
})

test('texts that are too complex or too long are rejected by field', async () => {
  const { call, write } = await announcementStage()
  const params = await write()
  const change = async (body: string) => {
    const answer = await call(contract.changeAnnouncement, { params, body: { body } })
    return [answer.status, answer.body.errors?.map(({ field }) => field)]
  }
  expect(await change('x'.repeat(250_001))).toEqual([400, ['body']])
  expect(await change('a\u0000b')).toEqual([400, ['body']])
})
