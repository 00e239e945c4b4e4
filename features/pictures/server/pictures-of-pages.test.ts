import { expect, test } from 'vitest'
import { listUpcomingEvents } from '#features/events/contract.ts'
import { buildEvent } from '#tests/support/builders.ts'
import { builtPages } from '#tests/support/built-pages.ts'
import { testApp } from '#tests/support/test-app.ts'

test('every picture of the landing page may be kept for good, in each of its forms', async () => {
  const { db, send } = await testApp({ pages: builtPages })
  await buildEvent(db)
  await buildEvent(db, { status: 'completed' })
  const { body } = await send({ url: '/' })
  const named = body.match(/\/images\/[\w./-]+(?:\?[\w=&;]+)?/g) ?? []
  const addresses = [...new Set(named.map((address) => address.replaceAll('&amp;', '&')))]
  expect(addresses.length).toBeGreaterThan(20)
  // The variants of a picture share its version, so check one of each.
  const ofOriginals = addresses.filter((address) => !/[?&]w=/.test(address))
  expect(addresses.filter((address) => !/\?v=[0-9a-f]{10}/.test(address))).toEqual([])
  for (const address of ofOriginals) {
    const { statusCode, headers } = await send({ url: address })
    expect([address, statusCode, headers['cache-control']]).toEqual([
      address,
      200,
      'public, max-age=31536000, immutable',
    ])
  }
})

test('addresses of kept, external and missing pictures stay as they are', async () => {
  const { db, call } = await testApp()
  const kept = `/images/${'a'.repeat(32)}.webp`
  await buildEvent(db, { bannerImage: kept, featureImage: '/images/not/there.webp' })
  const [event] = (await call(listUpcomingEvents)).body
  expect([event?.bannerImage, event?.featureImage]).toEqual([kept, '/images/not/there.webp'])
})
