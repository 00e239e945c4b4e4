import { expect, test } from 'vitest'
import { listAuditLog } from '#features/administrators/contract.ts'
import { changeEvent, copyEvent, createEvent, listEvents } from '#features/events/contract.ts'
import { buildEvent } from '#tests/support/builders.ts'
import { testApp } from '#tests/support/test-app.ts'

test('an event keeps its tags once each and in order, shows them to visitors, and a copy has them too', async () => {
  const { asAdmin, call, db } = await testApp()
  const admin = await asAdmin()
  const { id } = await buildEvent(db)
  const params = { id }
  const tags = [' Climate ', 'Zürich', 'zurich', 'climate', 'Seed funding']
  const kept = ['Climate', 'Zürich', 'Seed funding']
  expect((await admin.call(changeEvent, { params, body: { tags } })).body.tags).toEqual(kept)
  expect((await call(listEvents)).body.map((event) => event.tags)).toEqual([kept])
  const other = await admin.call(changeEvent, { params, body: { priority: 3 } })
  expect(other.body.tags).toEqual(kept)
  const { entries } = (await admin.call(listAuditLog)).body
  expect(entries.map(({ details }) => details?.fields)).toContainEqual(['priority'])
  expect((await admin.call(copyEvent, { params })).body.tags).toEqual(kept)
  const { id: another } = await buildEvent(db)
  const respelt = { params: { id: another }, body: { tags: ['ZURICH', 'Food'] } }
  expect((await admin.call(changeEvent, respelt)).body.tags).toEqual(['Zürich', 'Food'])
  const corrected = { params: { id: another }, body: { tags: ['FOOD'] } }
  expect((await admin.call(changeEvent, corrected)).body.tags).toEqual(['FOOD'])
  expect((await admin.call(changeEvent, { params, body: { tags: [] } })).body.tags).toEqual([])
})

test('too many, too long and empty tags are refused by name', async () => {
  const { asAdmin } = await testApp()
  const admin = await asAdmin()
  const event = {
    speakerName: 'Thandi Sample',
    speakerTitle: 'Founder',
    description: 'An hour.',
    bannerImage: '/images/banners/salt.webp',
    featureImage: '/images/features/salt.webp',
  }
  const refuse = async (tags: unknown) => {
    const answer = await admin.send({
      method: 'POST',
      url: createEvent.path,
      payload: { ...event, tags },
    })
    expect(answer.statusCode).toBe(400)
    return answer.json().errors[0]
  }
  const many = Array.from({ length: 11 }, (_, i) => `Tag ${i}`)
  expect(await refuse(many)).toEqual({ field: 'tags', message: 'At most 10 tags' })
  expect((await refuse(['x'.repeat(41)])).message).toBe('Tag may have at most 40 characters')
  expect((await refuse([' '])).message).toBe('A tag must not be empty')
  expect((await refuse('Climate')).message).toBe('Must be a list')
})
