// @module-tag postgres-only
import { expect, test, vi } from 'vitest'
import { eventPath } from '#kernel/slug.ts'
import { builtPages } from '#tests/support/built-pages.ts'
import { liveStage } from '#tests/support/live-stage.ts'
import { testApp } from '#tests/support/test-app.ts'

test("Zoom's message to one node appears in the cached pages of the other", async () => {
  const one = await liveStage()
  const other = await testApp({
    pages: builtPages,
    clock: one.clock,
    database: { ...one.database, truncate: async () => {} },
  })
  one.at('15:30:00')
  const page = async () => (await other.send({ url: eventPath(one.event.slug) })).body
  expect(await page()).not.toContain('Live now')
  await one.sendWebhook('webinar.started')
  await vi.waitFor(async () => expect(await page()).toContain('Live now'), {
    timeout: 12_000,
    interval: 50,
  })
})
