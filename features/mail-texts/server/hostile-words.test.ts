import { simpleParser } from 'mailparser'
import { expect, test } from 'vitest'
import { buildEvent } from '#tests/support/builders.ts'
import { mailTextsStage } from '#tests/support/mail-texts-stage.ts'

const hostile = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '</title></p></td></table><h1>mine',
  '[x](javascript:alert(1)) https://evil.example/"onclick="x',
  '&#60;script&#62; &lt;b&gt;',
  'Hello\r\nBcc: everybody@example.com\r\n\r\n<b>body</b>',
  'Hello\u2028Bcc: a@example.com\u0085Cc: b@example.com\u000b\u0000x',
  '=?utf-8?q?=0D=0ABcc:_a@example.com?=',
  '"Evil" <evil@evil.example>, other@evil.example',
  '{{firstName}} {{{event}}} \\{guest\\} {fir{firstName}stName}',
  'مرحبا \u202Eסדר הפוך\u202C 👩🏽‍🚀🇿🇦 half \uD83D a pair',
  '.\n.\n..\nQUIT',
]

test('a hostile text is nothing but text in any place of a mail, and one too long is refused', async () => {
  const { db, server, admin, save, show, register, runJobs } = await mailTextsStage()
  const event = await buildEvent(db, {
    title: '{libraryLink} <b>{series}</b>',
    speakerName: 'Zola',
  })
  for (const [at, text] of hostile.entries()) {
    const line = text.slice(0, 80)
    await show('registration_confirmed', {
      subject: text,
      ...(at % 2 === 0
        ? { opening: text }
        : { body: `${text.replaceAll(/\{+\w*/g, '')}\n{heading}\n{link}` }),
      closing: text,
      sender: line,
    })
    await register(`hostile${at}@example.com`, event.id)
    await runJobs()
    const { raw, to, from } = server.mails.splice(0)[0]!
    const head = raw.split('\r\n\r\n', 1)[0]!
    expect(head).not.toMatch(/^b?cc:/im)
    expect(head.match(/^(subject|from|to):/gim)).toHaveLength(3)
    expect([to, from]).toEqual([`hostile${at}@example.com`, 'hello@lights.example'])
    const mail = await simpleParser(raw)
    expect(mail.from?.value.map(({ address }) => address)).toEqual(['hello@lights.example'])
    expect(mail.subject).not.toMatch(/[\p{Cc}\u2028]/u)
    expect(mail.subject).not.toContain('/enter/')
    const html = mail.html as string
    expect(html).not.toMatch(/<(script|img|h1|b)\b|\son\w+="|href="(?!http:\/\/lights\.example\/)/)
    expect(html.match(/<title>/g)).toHaveLength(1)
    // Placeholders within a value are not filled in.
    expect(html).toContain('{libraryLink} &lt;b&gt;{series}&lt;/b&gt;')
  }
  // Within the size limit of the body, the error names the field; above it, the body is refused.
  for (const name of ['subject', 'opening', 'body', 'closing', 'sender'] as const) {
    for (const [times, expected] of [
      [4000, [400, [name]]],
      [16_000, [413, ['body']]],
    ] as const) {
      const { status, body } = await save('moved', { [name]: 'salt {event} '.repeat(times) })
      expect([status, body.errors?.map(({ field }) => field)]).toEqual(expected)
    }
  }
  const nested = await admin.send({
    method: 'PUT',
    url: '/api/admin/mail-texts/moved',
    payload: { subject: { $ne: 1 }, opening: ['x'], version: 'x' },
  })
  expect(nested.statusCode).toBe(400)
})
