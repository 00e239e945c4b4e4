import { expect, test } from 'vitest'
import { builtPages } from '#tests/support/built-pages.ts'
import { testApp } from '#tests/support/test-app.ts'

test('the front page links the feed of the series, and the link leads to it', async () => {
  const { send } = await testApp({ pages: builtPages })
  const { body } = await send({ url: '/' })
  const [, address] =
    /<a href="([^"]+)" type="text\/calendar"[^>]*>Calendar feed<\/a>/.exec(body) ?? []
  const feed = await send({ url: address ?? '/none' })
  expect(feed.statusCode).toBe(200)
  expect(feed.body).toMatch(/^BEGIN:VCALENDAR/)
})
