import { simpleParser } from 'mailparser'
import { expect, test } from 'vitest'
import { describeByDefault, wordsContextOf } from '#features/mails/server/compose.ts'
import { placeholderOf } from '#features/mails/server/own-texts.ts'
import { listBodyPlaceholders } from '#kernel/mail-body.ts'
import { mailKinds } from '#kernel/mail-kinds.ts'
import { listGalleryMails } from '#main/mail-gallery.ts'
import { mailKinds as kinds } from '#main/mail-kinds.ts'
import { inertLinkKey } from '#platform/signed-links/signed-links.ts'
import { buildEvent } from '#tests/support/builders.ts'
import { mailTextsStage } from '#tests/support/mail-texts-stage.ts'
import { writeInEveryState } from './mail-states.ts'

const ownKinds = mailKinds.filter((kind) => kind !== 'announcement')

test('an own body is previewed, drafted, published and sent, as HTML and as plain text', async () => {
  const { db, server, save, read, publish, preview, register, runJobs } = await mailTextsStage()
  const event = await buildEvent(db, { title: 'Salt', speakerName: 'Zola' })
  const body = [
    'Guten Tag, {firstName}!',
    '{heading}',
    'Der Platz ist sicher. Zum Raum: {link}',
    '{details}',
    '{link}',
    'Bis bald, {series}',
  ].join('\n\n')
  expect((await save('registration_confirmed', { body, opening: 'Not used' })).status).toBe(200)
  const { words, publishedWords } = await read('registration_confirmed')
  expect([words.body, publishedWords.body]).toEqual([body.replaceAll('\n\n', '\n'), null])
  const [sample] = (await preview('registration_confirmed', { eventId: event.id })).states
  expect(sample!.text).toContain('Guten Tag, Robin!')
  await register('drafted@example.com', event.id)
  await runJobs()
  expect(server.mails.splice(0)[0]!.raw).not.toContain('Guten Tag')

  expect((await publish()).status).toBe(200)
  await register('published@example.com', event.id)
  await runJobs()
  const { text, html, attachments } = await simpleParser(server.mails.splice(0)[0]!.raw)
  expect(text).toMatch(
    /^Guten Tag, Thandi![^]*Salt[^]*Zum Raum: http:\/\/lights\.example\/join\/\S+[^]*Guest: Zola[^]*See when and where:\s+http[^]*Bis bald, House Lights/,
  )
  expect(text).toContain('You get this email because you registered for an event')
  expect(text).not.toMatch(/Hello|Not used|We look forward/)
  expect(html).toMatch(
    /<a class="glow" href="http:\/\/lights\.example\/join\/[^]*Guest[^]*<a href="/,
  )
  expect(html).toContain(
    '>Guten Tag, Thandi! Der Platz ist sicher. Zum Raum: Bis bald, House Lights<',
  )
  expect(html).not.toMatch(/Hello|Not used|We look forward/)
  expect(attachments.map(({ contentType }) => contentType)).toContain('text/calendar')
})

test('a body that lacks a required placeholder, or has one of another kind, is refused by name', async () => {
  const { save, admin, preview } = await mailTextsStage()
  const problem = async (kind: Parameters<typeof save>[0], body: string) => {
    const answer = await save(kind, { body })
    const errors = answer.body.errors as { field: string; message: string }[] | undefined
    return [answer.status, errors?.[0]?.field, errors?.[0]?.message]
  }
  const link = '{link} is missing: the button with its note.'
  expect(await problem('registration_confirmed', 'Hello')).toEqual([400, 'body', link])
  expect(await problem('moved', 'Hello')).toEqual([
    400,
    'body',
    `{details} is missing: guest and time of the event. ${link}`,
  ])
  expect(await problem('sign_in_code', 'Hello {firstName}')).toEqual([
    400,
    'body',
    '{code} is missing: the six digits.',
  ])
  const [, , unknown] = await problem('library_link', '{details}\n{link}\n{nothing}')
  expect(unknown).toContain(
    'There is no placeholder {details} in this email. There are {firstName}',
  )
  expect(unknown).toContain('There is no placeholder {nothing} in this email.')
  expect(unknown).toContain('{libraryLink}, {heading}, {link}.')
  expect(await problem('moved', 'At {details}\n{link}')).toEqual([
    400,
    'body',
    '{details} must be on a line of its own.',
  ])
  expect((await problem('announcement', 'Hello')).slice(0, 2)).toEqual([400, 'body'])
  expect(await problem('cancelled', 'Not this time.')).toEqual([200, undefined, undefined])
  expect((await problem('moved', `{details}\n{link}\n${'x'.repeat(5001)}`)).slice(0, 2)).toEqual([
    400,
    'body',
  ])
  const tried = await admin.send({
    method: 'POST',
    url: '/api/admin/mail-texts/moved/preview',
    payload: { body: 'Hello' },
  })
  expect([tried.statusCode, tried.body]).toEqual([400, expect.stringContaining('{link}')])
  expect((await preview('cancelled')).states[0]!.text).toContain('Not this time.')
})

test('every kind has the placeholders of its parts, in every state', async () => {
  const { app } = await mailTextsStage()
  const site = app.deps.site()
  const createdAt = new Date('2027-01-01T00:00:00Z')
  const outboxEntry = {
    id: 1,
    email: 'ada@example.com',
    createdAt,
    codeId: 1,
    codeCreatedAt: createdAt,
  }
  const context = {
    kinds,
    site,
    origin: 'https://series.example',
    linkKey: inertLinkKey,
    firstName: '',
    outboxEntry,
  }
  for (const kind of ownKinds) {
    const listed = listBodyPlaceholders(kind).map(({ name }) => name)
    const found = new Set<string>()
    writeInEveryState(kind, { kinds, timeZone: site.display.zone }, (_state, about) => {
      const notification = { kind, ...about }
      const words = describeByDefault(notification, kinds, wordsContextOf(notification, context))
      for (const part of words.parts) {
        if (!('opening' in part) || part.fact) found.add(placeholderOf(part))
      }
      return { text: words.subject }
    })
    // The samples have no materials, no next event and no week.
    const missing = ['materials', 'nextEvent', 'summary']
    const ofOthers = listed.filter((name) => missing.includes(name))
    expect([kind, [...found, ...ofOthers].toSorted()]).toEqual([kind, listed.toSorted()])
  }
})

test('the default body of every kind, entered as an own one, gives the default mail', async () => {
  const { app, read, save } = await mailTextsStage()
  const site = { ...app.deps.site(), mails: {} }
  const before = listGalleryMails(site)
  /** The sentence with the facts begins with a capital letter, and a paragraph of its own. */
  const plain = (text: string) => text.replaceAll(/\s+/g, ' ').toLowerCase()
  let same = 0
  for (const kind of ownKinds) {
    const { defaults } = await read(kind)
    expect((await save(kind, { body: defaults.body[0]! })).status).toBe(200)
    const mails = defaults.body.map((body) =>
      listGalleryMails({ ...site, mails: { [kind]: { body } } }),
    )
    same += before.filter(
      ({ kind: of, text }, at) =>
        of === kind && mails.some((after) => plain(after[at]!.text) === plain(text)),
    ).length
  }
  expect(same).toBe(before.filter(({ kind }) => kind !== 'announcement').length)
})

test('several notifications with an own body greet once', async () => {
  const { db, server, show, register, runJobs } = await mailTextsStage()
  const events = [await buildEvent(db, { title: 'Salt' }), await buildEvent(db, { title: 'Soil' })]
  await show('registration_confirmed', { body: 'Dear {firstName},\nFor {event}.\n{link}' })
  await register('both@example.com', ...events.map(({ id }) => id))
  await runJobs()
  const { text } = await simpleParser(server.mails[0]!.raw)
  expect(text!.match(/Dear Thandi,/g)).toHaveLength(1)
  expect(text).toMatch(/For Salt\.[^]*For Soil\./)
})
