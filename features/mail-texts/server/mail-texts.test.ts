import { simpleParser } from 'mailparser'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import * as contract from '#features/mail-texts/contract.ts'
import { getSiteContent, publishSite, saveSiteDraft } from '#features/site/contract.ts'
import { readStoredSite } from '#features/site/server/read-stored-site.ts'
import { mailKinds } from '#kernel/mail-kinds.ts'
import { listGalleryMails } from '#main/mail-gallery.ts'
import { auditLog } from '#schema/platform.ts'
import { buildEvent } from '#tests/support/builders.ts'
import { mailTextsStage } from '#tests/support/mail-texts-stage.ts'
import { administrator } from '#tests/support/test-app.ts'

test('a mail says what was published as it is sent, and put back it is the very mail of before', async () => {
  const { db, server, admin, read, save, publish, show, preview, register, runJobs } =
    await mailTextsStage()
  const event = await buildEvent(db, { title: 'Salt', speakerName: 'Zola' })
  const written = {
    subject: 'See you at {event}, {firstName}',
    opening: 'How good, {firstName}.\r\n\r\nHere is the way: {joinLink}',
    closing: 'Warmly, {series}',
    sender: 'The team of {series}',
  }
  await register('before@example.com', event.id)
  await runJobs()
  const before = server.mails.splice(0)[0]!
  expect((await save('registration_confirmed', written)).status).toBe(200)

  const tried = await preview('registration_confirmed', { eventId: event.id })
  expect(tried.event).toEqual({ id: event.id, title: 'Salt' })
  expect(tried.states.map(({ state }) => state)).toEqual([
    '',
    'no room yet',
    'a day without an hour',
    'without a date',
  ])
  expect(tried.states[0]).toMatchObject({
    subject: 'See you at Salt, Robin',
    sender: 'The team of House Lights',
    hasCalendar: true,
    fallbacks: [],
  })
  const started = await preview('registration_confirmed', { subject: 'Only this' })
  expect(started.states[0]!.subject).toBe('Only this')
  expect(started.states[0]!.text).toContain('We look forward to having you with us.')

  await register('drafted@example.com', event.id)
  await runJobs()
  expect(server.mails.splice(0)[0]!.subject).toBe(before.subject)

  // Planned with the former texts, sent with the published ones.
  await register('planned@example.com', event.id)
  expect((await publish('A warmer word')).status).toBe(200)
  await runJobs()
  const [{ raw, subject }] = server.mails.splice(0) as [(typeof server.mails)[0]]
  expect(subject).toBe('See you at Salt, Thandi')
  const mail = await simpleParser(raw)
  expect(mail.from?.value).toEqual([
    { name: 'The team of House Lights', address: 'hello@lights.example' },
  ])
  expect(mail.text).toContain('How good, Thandi.\n\nHere is the way: http://lights.example/join/')
  expect(mail.text).toMatch(/See when and where:[^]*Warmly, House Lights\n\n-- \nHouse Lights/)
  expect(mail.html).toContain('<a class="glow" href="http://lights.example/join/')
  expect(mail.text).toContain('You get this email because you registered for an event')

  await show('registration_confirmed', { subject: '', opening: null })
  await register('after@example.com', event.id)
  await runJobs()
  const after = await simpleParser(server.mails.splice(0)[0]!.raw)
  const first = await simpleParser(before.raw)
  const plain = (text: string | undefined) =>
    text!.replaceAll(/\/(join|unsubscribe|enter)\/\S+/g, '/$1/…')
  expect([after.subject, plain(after.text)]).toEqual([first.subject, plain(first.text)])
  expect(after.from).toEqual(first.from)

  const { body: versions } = await admin.call(contract.listMailTextVersions, {
    params: { kind: 'registration_confirmed' },
  })
  expect(versions).toMatchObject([
    { who: administrator.username, words: { subject: null, sender: null } },
    { note: 'A warmer word', words: { subject: written.subject, sender: written.sender } },
  ])
  expect(versions).toHaveLength(2)
  expect((await read('registration_confirmed')).words.subject).toBeNull()
  const entries = await db.select().from(auditLog).where(eq(auditLog.action, 'site_saved'))
  expect(entries.map(({ details }) => details)).toEqual([
    { mail: 'registration_confirmed', fields: ['subject', 'opening', 'closing', 'sender'] },
    { mail: 'registration_confirmed', fields: ['subject', 'opening', 'closing', 'sender'] },
  ])
})

test('a mail with its default text entered as custom text is identical', async () => {
  const { app, read } = await mailTextsStage()
  const site = { ...app.deps.site(), mails: {} }
  const before = listGalleryMails(site)
  expect(before.length).toBeGreaterThan(50)
  let same = 0
  for (const kind of mailKinds) {
    const { defaults } = await read(kind)
    const variants = Math.max(1, defaults.subject.length, defaults.opening.length)
    for (let at = 0; at < variants; at++) {
      const subject = defaults.subject[at] ?? defaults.subject[0]
      // A cancellation's fact continues the sentence of the opening.
      const opening = kind.endsWith('cancelled')
        ? undefined
        : (defaults.opening[at] ?? defaults.opening[0])
      // A code is separated from a customised subject.
      const own = { subject: kind === 'sign_in_code' ? undefined : subject, opening }
      const after = listGalleryMails({ ...site, mails: { [kind]: own } })
      same += before.filter((mail, index) => {
        const { html, text } = after[index]!
        return mail.kind === kind && mail.html === html && mail.text === text
      }).length
    }
  }
  expect(same).toBe(before.length)
})

test('errors name their field, and a concurrent change is not overwritten', async () => {
  const { admin, read, save, publish } = await mailTextsStage()
  const { body } = await save('moved', {
    subject: 'At {hour}',
    opening: '{{nobody}}',
    closing: 'x'.repeat(3001),
    sender: 'x'.repeat(81),
  })
  expect(body).toMatchObject({
    errors: [
      { field: 'subject', message: expect.stringContaining('There is no placeholder {hour}.') },
      { field: 'opening', message: expect.stringContaining('{nobody}') },
      { field: 'closing' },
      { field: 'sender' },
    ],
  })
  const refused = await save('announcement', { subject: 'Always this', closing: 'Bye' })
  expect(refused.body).toMatchObject({ errors: [{ field: 'subject' }] })
  expect((await save('announcement', { closing: 'Bye', sender: 'Us' })).status).toBe(200)
  const wrong = await admin.send({ url: '/api/admin/mail-texts/nothing_known' })
  expect(wrong.statusCode).toBe(400)
  expect(wrong.json()).toMatchObject({ errors: [{ field: 'kind' }] })

  const params = { kind: 'moved' } as const
  const { version } = await read('moved')
  const mine = { params, body: { subject: 'Mine', version } }
  expect((await save('moved', { subject: 'Theirs' })).status).toBe(200)
  const stale = await admin.call(contract.saveMailTexts, mine)
  expect(stale.status).toBe(409)
  expect(stale.body).toMatchObject({
    current: { version: version + 1, content: { mails: { moved: { subject: 'Theirs' } } } },
    sent: { mails: { moved: { subject: 'Mine' } } },
    changedFields: ['mails'],
  })
  const late = await admin.call(contract.publishMailTexts, { body: { version, note: '' } })
  expect(late.status).toBe(409)
  expect((await publish()).status).toBe(200)
})

test('publishing mails publishes nothing else that is drafted, and the site publishes both', async () => {
  const { admin, app, read, save, publish } = await mailTextsStage()
  const { content, version } = (await admin.call(getSiteContent)).body
  content.series.tagline = 'Half written'
  await admin.call(saveSiteDraft, { body: { content, version } })
  await save('moved', { subject: 'It moved' })
  const unpublished = (await admin.call(contract.listMailTexts)).body
  expect(unpublished.kinds.find(({ kind }) => kind === 'moved')).toEqual({
    kind: 'moved',
    changed: ['subject'],
    unpublished: ['subject'],
  })
  const { body: published } = await publish()
  expect(app.deps.site()).toMatchObject({ mails: { moved: { subject: 'It moved' } } })
  expect(app.deps.site().series.tagline).not.toBe('Half written')
  const after = (await admin.call(getSiteContent)).body
  expect(after).toMatchObject({ content: { series: { tagline: 'Half written' } } })
  expect([after.version, after.published]).toEqual([published.version, published.version - 1])
  const again = await publish()
  expect(again.body).toEqual(published)
  const { status } = await admin.call(publishSite, { body: { version: after.version, note: '' } })
  expect([status, app.deps.site().series.tagline]).toEqual([200, 'Half written'])
  expect(await read('moved')).toMatchObject({ publishedWords: { subject: 'It moved' } })
})

test('empty placeholders are replaced by plain text, and the preview says so', async () => {
  const { preview } = await mailTextsStage()
  const words = { opening: 'To {event} with {guest}: {joinLink} {libraryLink}' }
  for (const kind of [
    'library_access',
    'address_left',
    'crew_added',
    'registration_open',
  ] as const) {
    const { states } = await preview(kind, words)
    const names = states[0]!.fallbacks.map(({ placeholder }) => placeholder)
    const ofNone = {
      library_access: ['event', 'guest', 'joinLink'],
      address_left: ['event', 'guest', 'joinLink', 'libraryLink'],
      crew_added: ['joinLink', 'libraryLink'],
      registration_open: ['joinLink'],
    }[kind]
    expect([kind, names]).toEqual([kind, ofNone])
    expect(states[0]!.text).toContain('our site')
  }
})

test('several notifications in one mail close once, and the first of them names the sender', async () => {
  const { db, server, show, register, runJobs } = await mailTextsStage()
  const events = [await buildEvent(db, { title: 'Salt' }), await buildEvent(db, { title: 'Soil' })]
  await show('registration_confirmed', { closing: 'Until then!', opening: 'For {event}.' })
  await register('both@example.com', ...events.map(({ id }) => id))
  await runJobs()
  expect(server.mails).toHaveLength(1)
  const { text } = await simpleParser(server.mails[0]!.raw)
  expect(text!.match(/Until then!/g)).toHaveLength(1)
  expect(text).toMatch(/For Salt\.[^]*For Soil\.[^]*Until then!/)
})

test('openings that an earlier release kept among the texts are those of their kinds', () => {
  const stored = {
    texts: { share: { title: 'Bring a friend' }, mails: { recording: 'See {guest}.', odd: 'x' } },
    mails: { moved: { subject: 'Moved' }, unheard_of: { subject: 'x' } },
  }
  const { texts, mails } = readStoredSite(stored)
  expect(texts).toEqual({ share: { title: 'Bring a friend' } })
  expect(mails).toEqual({
    recording_ready: { opening: 'See {guest}.' },
    moved: { subject: 'Moved' },
  })
})
