import { expect, test } from 'vitest'
import { getEventPage } from '#features/events/contract.ts'
import { listMemberVideos } from '#features/library/contract.ts'
import * as contract from '#features/materials/contract.ts'
import { buildEvent, buildPerson, buildRecording } from '#tests/support/builders.ts'
import { testApp } from '#tests/support/test-app.ts'
import { linkTimes } from './show-notes.ts'

async function stage() {
  const app = await testApp()
  const admin = await app.asAdmin()
  const save = (id: number, text: string) =>
    admin.call(contract.putShowNotes, { params: { id }, body: { text } })
  const shown = async (slug: string) =>
    (await app.call(getEventPage, { params: { slug } })).body.showNotes
  return { ...app, admin, save, shown }
}

test('show notes are on the event’s page from its end on, with times that play the recording', async () => {
  const { db, save, shown, clock, admin, asAdmin } = await stage()
  const { id, slug } = await buildEvent(db)
  const text = '# Links\n\n- 1:02:05 *The* [book](https://example.org)\n- At 12:05 nothing'
  expect((await save(id, text)).body).toEqual({ text })
  expect((await admin.call(contract.getShowNotes, { params: { id } })).body).toEqual({ text })
  expect(await shown(slug)).toBeUndefined()
  clock.set('2026-12-10T17:00:00Z')
  expect(await shown(slug)).toBe(
    `<h2>Links</h2>\n<ul>\n<li><a href="/members?watch=${id}&amp;t=3725" data-seconds="3725">1:02:05</a> ` +
      '<em>The</em> <a href="https://example.org">book</a></li>\n<li>At 12:05 nothing</li>\n</ul>',
  )
  const params = { id }
  await (await asAdmin()).call(contract.putShowNotes, { params, body: { text: '' } })
  expect(await shown(slug)).toBeUndefined()
})

test('show notes contain no HTML, scripts or pictures of other sites, and members learn that there are any', async () => {
  const { db, save, shown, asMember } = await stage()
  const recording = await buildRecording(db)
  const member = await asMember((await buildPerson(db)).email)
  const videos = async () => (await member.call(listMemberVideos)).body[0]!.hasShowNotes
  expect(await videos()).toBeUndefined()
  expect((await save(recording.id, 'Hi <script>alert(1)</script> *ours*')).status).toBe(200)
  expect(await shown(recording.slug)).toBe(
    '<p>Hi &lt;script&gt;alert(1)&lt;/script&gt; <em>ours</em></p>',
  )
  expect(await videos()).toBe(true)
  for (const text of ['[x](javascript:alert(1))', '![x](https://evil.example/a.png)']) {
    const { status, body } = await save(recording.id, text)
    expect([status, body.errors?.[0]?.field]).toEqual([400, 'text'])
  }
  expect((await save(recording.id, 'x'.repeat(20_001))).status).toBe(400)
  expect((await save(4040, 'x')).status).toBe(404)
})

test('only times at the start of a line become links, in brackets or emphasised too', () => {
  const link = (seconds: number, words: string) =>
    `<a href="/members?watch=7&amp;t=${seconds}" data-seconds="${seconds}">${words}</a>`
  for (const [html, expected] of [
    ['<p>0:05 One\n01:00 Two</p>', `<p>${link(5, '0:05')} One\n${link(60, '01:00')} Two</p>`],
    ['<p>[12:05] and (13:05)</p>', `<p>[${link(725, '12:05')}] and (13:05)</p>`],
    ['<li><strong>1:00</strong></li>', `<li><strong>${link(60, '1:00')}</strong></li>`],
    ['<p>Doors open at 18:00</p>', '<p>Doors open at 18:00</p>'],
    ['<pre><code>12:05 x\n12:06</code></pre>', '<pre><code>12:05 x\n12:06</code></pre>'],
    ['<p><a href="/x">12:05</a></p>', '<p><a href="/x">12:05</a></p>'],
    ['<p>99:99 12:05:07:09</p>', '<p>99:99 12:05:07:09</p>'],
    ['<p>12:00:00 late</p>', '<p>12:00:00 late</p>'],
  ]) {
    expect(linkTimes(html!, 7)).toBe(expected)
  }
})
