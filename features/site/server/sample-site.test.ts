import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { removeSampleSeries } from '#features/events/contract.ts'
import * as contract from '#features/site/contract.ts'
import { siteSchema } from '#kernel/site.ts'
import { buildEvent } from '#tests/support/builders.ts'
import { testApp } from '#tests/support/test-app.ts'
import { digestText, sampleTexts } from './sample-site.ts'

test('the sample goes with its events, and what the organiser wrote stays', async () => {
  const { db, asAdmin } = await testApp()
  const admin = await asAdmin()
  const read = async () => (await admin.call(contract.getSiteContent)).body
  await buildEvent(db, { isSample: true })
  const edited = (await read()).content
  edited.series.host.name = 'Amina Yusuf'
  edited.testimonials.push({ quote: 'Our own.', name: 'A. Guest', title: 'Guest' })
  const body = { content: edited, version: 1 }
  expect((await admin.call(contract.saveSiteDraft, { body })).status).toBe(200)
  await admin.call(contract.publishSite, { body: { version: 2 } })
  expect((await admin.call(removeSampleSeries)).body).toEqual({ events: 1, registrations: 0 })
  const { content, version, published } = await read()
  expect(version).toBe(published)
  expect(content).toMatchObject({
    sample: false,
    series: { name: 'Interview series', host: { name: 'Amina Yusuf' }, aboutUrl: '/' },
    partners: [],
    supporters: [],
    partnerPaths: [],
  })
  expect(content.testimonials.map(({ quote }) => quote)).toEqual(['Our own.'])
  expect(JSON.stringify(content)).not.toMatch(/House Lights|founder|\/images\/(hero|share)/i)
  // Content that is not a sample stays unchanged.
  await admin.call(removeSampleSeries)
  expect((await read()).version).toBe(version)
})

test('every sample text is recognised, so that removing the sample removes it', () => {
  const unknown = new Set<string>()
  function look(value: unknown) {
    if (typeof value === 'string' && value && !sampleTexts.has(digestText(value)))
      unknown.add(digestText(value))
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(look)
  }
  const {
    display: _display,
    look: _look,
    _note,
    ...content
  } = siteSchema.parse(JSON.parse(readFileSync('content/site.json', 'utf8')))
  look(content)
  expect([...unknown].join(' ')).toBe('')
})
