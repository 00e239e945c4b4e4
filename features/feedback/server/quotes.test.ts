import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { listAuditLog } from '#features/administrators/contract.ts'
import {
  getEventAnswers,
  publishQuote,
  readAnswerPage,
  readQuotePage,
  removeQuote,
  withdrawQuote,
} from '#features/feedback/contract.ts'
import { isShortenedFrom, normaliseQuote } from '#features/feedback/rules.ts'
import { sendAgain } from '#features/mails/contract.ts'
import { cancelRegistration, changePerson } from '#features/people/contract.ts'
import { registerForEvents } from '#features/registrations/contract.ts'
import { makeLinkToken, readLinkKey } from '#platform/signed-links/signed-links.ts'
import { outboxEntries } from '#schema/mails.ts'
import { registrationBody } from '#tests/support/builders.ts'
import { startMailServer } from '#tests/support/mail-server.ts'
import { quoteStage, readFrontPage } from '#tests/support/quote-stage.ts'

const text = 'I liked it. I can’t say\nmore...  Will come again!'

test.for([
  'I liked it. I can’t say more… Will come again!',
  'I liked it. I can’t say more... Will come again!',
  'I liked it. …',
  'I liked … again!',
  '… more …',
  '…can’t say more…',
  'I liked it. … say more … come again!',
])('the quote %j consists of words of the comment in their order', (quote) => {
  expect(isShortenedFrom(normaliseQuote(text), normaliseQuote(quote))).toBe(true)
})

test.for([
  '…',
  'I liked it.',
  'Will come again!',
  'I like …',
  '… liked …it. again!',
  'I can … say …',
  'I can…',
  '… again! … I liked …',
  'I liked it. I can’t say less … Will come again!',
  '… Will … Will …',
])('the quote %j is refused', (quote) => {
  expect(isShortenedFrom(normaliseQuote(text), normaliseQuote(quote))).toBe(false)
})

test('a passage does not end at a hyphen within a word, in any script', () => {
  expect(isShortenedFrom('A non-smoker spoke.', '… smoker spoke.')).toBe(false)
  expect(isShortenedFrom('Growth of -5 % was said.', '… 5 % was said.')).toBe(false)
  expect(isShortenedFrom('我很喜欢。谢谢。', '… 谢谢。')).toBe(true)
  expect(isShortenedFrom('Мне очень понравилось!', 'Мне … понравилось!')).toBe(true)
})

test('an answer stores the permission, and none without a text', async () => {
  const { enrol, answer, findAnswer, registrations, call, db, send } = await quoteStage()
  await enrol('zola')
  expect((await answer('zola', { text: 'Good.' })).body.quote).toBe('none')
  const given = await answer('zola', { text: 'Good.', quote: 'without_name' })
  expect(given.body.quote).toBe('without_name')
  const token = makeLinkToken(await readLinkKey(db), 'answer', registrations.get('zola')!)
  const page = await call(readAnswerPage, { params: { token } })
  expect(page.body).toMatchObject({ text: 'Good.', quote: 'without_name' })
  // The page and its data contain the comment, so no cache may store them.
  for (const url of [`/answers/${token}`, `/answers/${token}.data`]) {
    const { body, headers } = await send({ url })
    expect([url, body.includes('Good.'), headers['cache-control']]).toEqual([url, true, 'no-store'])
  }
  expect((await answer('zola', { text: '', quote: 'with_name' })).body.quote).toBe('none')
  const wrong = await answer('zola', { text: 'Good.', quote: 'always' as never })
  expect(wrong).toMatchObject({ status: 400, body: { errors: [{ field: 'quote' }] } })
  expect(await findAnswer('zola')).toMatchObject({ quote: 'none', testimonial: null })
})

test('a quote needs the permission, the answer that was read, and words of the comment', async () => {
  const stage = await quoteStage()
  const { enrol, answer, publish, findAnswer, admin, asAdmin, quotes } = stage
  await enrol('zola')
  const unknown = await admin.call(publishQuote, {
    params: { id: 99 },
    body: { quote: 'x', updatedAt: '2026-12-01T08:00:00Z' },
  })
  expect(unknown.status).toBe(404)
  await answer('zola', { text })
  expect(await publish('zola', text)).toMatchObject({ status: 409 })
  await answer('zola', { text, quote: 'with_name' })
  const { id, updatedAt } = (await findAnswer('zola'))!
  stage.clock.set('2026-12-01T08:00:01Z')
  await answer('zola', { text, quote: 'with_name', value: 2 })
  const stale = { params: { id }, body: { quote: text, updatedAt } }
  expect(await admin.call(publishQuote, stale)).toMatchObject({ status: 409 })
  for (const quote of ['I loved it. …', '', 'x'.repeat(401)]) {
    expect(await publish('zola', quote)).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'quote' }] },
    })
  }
  const viewer = await asAdmin({ username: 'viewer', role: 'viewer' })
  expect((await viewer.call(publishQuote, stale)).status).toBe(403)
  expect((await viewer.call(removeQuote, { params: { id } })).status).toBe(403)
  expect(await quotes()).toEqual([])
})

test('an approved quote is shown beside the testimonials, with the name as allowed and without stars', async () => {
  const stage = await quoteStage()
  const { enrol, answer, publish, admin, quotes, clock, event } = stage
  const { length } = stage.site.testimonials
  for (const name of ['zola', 'sipho']) await enrol(name)
  expect(await readFrontPage(stage)).toEqual([])
  await answer('zola', { text, quote: 'with_name' })
  await answer('sipho', { text: 'Too <short> & dry.', quote: 'without_name' })
  expect(await readFrontPage(stage)).toEqual([])
  expect((await publish('zola', 'I liked it. …')).status).toBe(200)
  clock.set('2026-12-01T08:00:01Z')
  expect((await publish('sipho', 'Too <short> & dry.')).status).toBe(200)
  expect(await quotes()).toEqual([
    { quote: 'Too <short> & dry.', name: null },
    { quote: 'I liked it. …', name: 'zola Nkosi' },
  ])
  expect(await readFrontPage(stage)).toEqual([
    { quote: 'Too &lt;short&gt; &amp; dry.', name: 'Attendee' },
    { quote: 'I liked it. …', name: 'zola Nkosi' },
  ])
  const { body } = await stage.send({ url: '/' })
  expect(body.match(/<blockquote/g)).toHaveLength(length + 2)
  expect(body.match(/class="five-stars"/g)).toHaveLength(length)
  // The name is the one that was approved, until the organiser publishes the quote again.
  const params = { key: await stage.keyOf('zola') }
  await admin.call(changePerson, { params, body: { firstName: 'Zoleka' } })
  expect((await quotes())[1]).toMatchObject({ name: 'zola Nkosi' })
  await publish('zola', 'I liked it. …')
  expect((await quotes()).map(({ name }) => name)).toEqual(['Zoleka Nkosi', null])
  const answers = await admin.call(getEventAnswers, { params: { id: event.id } })
  const zola = answers.body.answers.find(({ email }) => email === 'zola@example.com')!
  expect(zola.testimonial).toEqual({ quote: 'I liked it. …', name: 'Zoleka Nkosi' })
  await admin.call(removeQuote, { params: { id: zola.id } })
  expect(await readFrontPage(stage)).toHaveLength(1)
  const audit = (await admin.call(listAuditLog)).body.entries.map(({ action }) => action)
  expect(audit.filter((action) => action.startsWith('quote_'))).toEqual([
    'quote_removed',
    'quote_published',
    'quote_published',
    'quote_published',
  ])
})

test(
  'the author gets one mail, whose link withdraws the quote on POST only',
  { tags: 'postgres' },
  async () => {
    const server = await startMailServer()
    const config = { smtpUrl: server.url, mailFrom: 'hello@lights.example' }
    const stage = await quoteStage({ config: { ...config, publicUrl: 'http://lights.example' } })
    const { enrol, answer, publish, call, quotes, runJobs, findAnswer, send } = stage
    await enrol('zola')
    await answer('zola', { text, quote: 'with_name' })
    await publish('zola', 'I liked it. …')
    await publish('zola', 'I liked it. …')
    await runJobs()
    expect(server.mails.map(({ to, subject }) => [to, subject])).toEqual([
      ['zola@example.com', 'We quote you: Salt'],
    ])
    const raw = server.mails[0]!.raw.replaceAll('=\r\n', '')
    expect(raw).toContain('I liked it.')
    const [, token = ''] = /http:\/\/lights\.example\/answers\/([\w-]+)/.exec(raw)!
    const of = { params: { token } }
    const url = `/answers/${token}`
    for (const method of ['GET', 'HEAD'] as const) {
      expect((await send({ method, url })).statusCode).toBe(200)
      expect((await send({ method, url: `/api/quotes/${token}/withdraw` })).statusCode).toBe(404)
    }
    expect((await call(readQuotePage, of)).body).toEqual({
      eventTitle: 'Salt',
      quote: 'I liked it. …',
      name: 'zola Nkosi',
    })
    expect(await quotes()).toHaveLength(1)
    // Without scripts, the page posts a form.
    const posted = await send({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'withdraw=yes',
    })
    expect(posted.body).toContain('Your quote is withdrawn')
    expect(await quotes()).toEqual([])
    expect(await findAnswer('zola')).toMatchObject({ text, quote: 'none', testimonial: null })
    expect((await publish('zola', 'I liked it. …')).status).toBe(409)
    expect((await send({ url })).body).toContain('Your quote is not on the site')
    expect((await call(withdrawQuote, of)).body).toMatchObject({ quote: null })
    const unknown = { params: { token: `1-${'a'.repeat(24)}` } }
    expect((await call(readQuotePage, unknown)).status).toBe(404)
    expect((await call(withdrawQuote, unknown)).status).toBe(404)
  },
)

test('a quote that is removed before its mail is sent causes no mail', async () => {
  const server = await startMailServer()
  const stage = await quoteStage({
    config: { smtpUrl: server.url, mailFrom: 'hello@lights.example' },
  })
  await stage.enrol('zola')
  await stage.answer('zola', { text, quote: 'with_name' })
  await stage.publish('zola', '… Will come again!')
  const { id } = (await stage.findAnswer('zola'))!
  await stage.admin.call(removeQuote, { params: { id } })
  await stage.runJobs()
  expect(server.mails).toEqual([])
})

test('a mail about a quote that left the site with its registration is not sent again', async () => {
  const server = await startMailServer()
  const stage = await quoteStage({
    config: { smtpUrl: server.url, mailFrom: 'hello@lights.example' },
  })
  const { admin, answer, call, db, enrol, event, publish, registrations, runJobs } = stage
  await enrol('zola')
  await answer('zola', { text, quote: 'with_name' })
  await publish('zola', 'I liked it. …')
  await runJobs()
  await admin.call(cancelRegistration, { params: { id: registrations.get('zola')!.id } })
  const body = registrationBody({ email: 'zola@example.com', eventIds: [event.id] })
  await call(registerForEvents, { body })
  const isIt = eq(outboxEntries.kind, 'quote_published')
  const [entry] = await db.select().from(outboxEntries).where(isIt)
  const again = await admin.call(sendAgain, { params: { id: entry!.id } })
  expect(again.status).toBe(200)
  await runJobs()
  const sent = await db.select().from(outboxEntries).where(isIt).orderBy(outboxEntries.id)
  expect(sent.map(({ state, lastError }) => [state, lastError])).toEqual([
    ['sent', null],
    ['skipped', 'The quote is no longer on the site'],
  ])
})
