import { test as base, expect } from '@playwright/test'
import type { Greenroom, GreenroomOptions } from '#tests/support/start-greenroom.ts'
import { startPrepared } from './prepare.ts'
import { standInForYouTube, type YouTubeStandIn } from './stand-in-for-youtube.ts'
import { watchBrowser, type BrowserWatch } from './watch-browser.ts'

export { expect }

/** One dark pixel, as WebP. */
const pixel = Buffer.from('UklGRiQAAABXRUJQVlA4IBgAAAAwAQCdASoBAAEADMDOJaQAA3AA/ujEAAA=', 'base64')

type Fixtures = {
  /**
   * Whether the site's own pictures are shown (`test.use`). Journeys that are not about them get a pixel
   * for each: every site would make its own variants of all, which takes a core for minutes.
   */
  realPictures: boolean
  /** Says beforehand that a console error matching the pattern belongs to this journey. */
  expectConsoleError: BrowserWatch['expectConsoleError']
  /** A server for this journey alone, started from the first start's data and closed after it. */
  startOwn: (env?: GreenroomOptions['env']) => Promise<Greenroom>
  youtube: YouTubeStandIn
  surroundings: { watch: BrowserWatch; youtube: YouTubeStandIn }
}

/** Each started for the first journey that wants it, and shared by those of one worker. */
type WorkerFixtures = {
  /** Its series stays the sample's: journeys make people of their own and leave the events alone. */
  greenroom: Greenroom
  /** Its series changes: journeys make events of their own, and take away those that would show first. */
  stage: Greenroom
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  greenroom: [
    async ({}, provide) => {
      await withPrepared(provide)
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  stage: [
    async ({}, provide) => {
      await withPrepared(provide)
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ greenroom }, provide) => {
    await provide(greenroom.url)
  },
  realPictures: [false, { option: true }],
  surroundings: [
    async ({ context, realPictures }, provide) => {
      if (!realPictures) {
        await context.route(/\/images\/.*\.webp/, (route) =>
          route.fulfill({ contentType: 'image/webp', body: pixel }),
        )
      }
      const watch = await watchBrowser(context)
      await provide({ watch, youtube: await standInForYouTube(context) })
      expect(watch.problems(), 'what went wrong in the browser').toEqual([])
    },
    { auto: true },
  ],
  youtube: async ({ surroundings }, provide) => {
    await provide(surroundings.youtube)
  },
  expectConsoleError: async ({ surroundings }, provide) => {
    await provide(surroundings.watch.expectConsoleError)
  },
  startOwn: async ({ context }, provide) => {
    const started: Greenroom[] = []
    await provide(async (env) => {
      const greenroom = await startPrepared(env)
      started.push(greenroom)
      return greenroom
    })
    // Nobody is left to notice that a server goes away.
    for (const page of context.pages()) await page.close()
    for (const greenroom of started) await greenroom.close()
  },
})

async function withPrepared(use: (greenroom: Greenroom) => Promise<void>) {
  const greenroom = await startPrepared({ RATE_LIMITS: 'off' })
  await use(greenroom)
  await greenroom.close()
}
