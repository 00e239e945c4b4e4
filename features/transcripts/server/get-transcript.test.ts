import { expect, test } from 'vitest'
import {
  getPublicTranscript,
  changeTranscript,
  putChapters,
  putTranscript,
} from '#features/transcripts/contract.ts'
import { buildRecording } from '#tests/support/builders.ts'
import { builtPages } from '#tests/support/built-pages.ts'
import { testApp } from '#tests/support/test-app.ts'

const text = '[0:05] Amara: A zeppelin over the harbour.\n[0:20] Zoë: Who paid for it?'

async function stage() {
  const app = await testApp({ pages: builtPages })
  const event = await buildRecording(app.db, { title: 'Airships', slug: 'airships' })
  const admin = await app.asAdmin()
  const params = { id: event.id }
  await admin.call(putTranscript, { params, body: { text } })
  await admin.call(putChapters, { params, body: { text: '00:00 Over the harbour' } })
  const page = async () => (await app.newCaller().send({ url: '/events/airships' })).body
  const words = async () => (await app.newCaller().call(getPublicTranscript, { params })).body
  const open = (isPublic: boolean) => admin.call(changeTranscript, { params, body: { isPublic } })
  return { ...app, admin, params, event, page, words, open }
}

test('visitors see the chapters, and no word of what is said, wherever they look', async () => {
  const { page, words, newCaller, event } = await stage()
  expect(await words()).toEqual({ chapters: [{ start: 0, title: 'Over the harbour' }], cues: [] })
  expect(await page()).toContain('Over the harbour')
  const addresses = [
    '/events/airships',
    '/',
    '/events/airships.data',
    '/sitemap.xml',
    '/api/events',
  ]
  for (const url of addresses) {
    expect([url, (await newCaller().send({ url })).body]).toEqual([
      url,
      expect.not.stringMatching(/zeppelin|Who paid/),
    ])
  }
  for (const path of [
    `/api/members/videos/${event.id}/transcript`,
    '/api/members/search?q=zeppelin',
  ])
    expect((await newCaller().send({ url: path })).statusCode).toBe(401)
})

test('a public transcript is on the page in full, and disappears when it is made private', async () => {
  const { page, words, open, event } = await stage()
  await open(true)
  expect((await words()).cues).toHaveLength(2)
  const shown = await page()
  expect(shown).toContain('A zeppelin over the harbour.')
  expect(shown).toContain(`/members?watch=${event.id}&amp;t=20`)
  expect(shown).toContain('with an email address')
  expect(shown).not.toContain('aqz-KE-bpKQ')
  await open(false)
  expect(await page()).not.toContain('zeppelin')
})
