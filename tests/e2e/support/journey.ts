import { test as base, expect } from '@playwright/test'
import type { Greenroom, GreenroomOptions } from '#tests/support/start-greenroom.ts'
import { startPrepared } from './prepare.ts'
import { standInForYouTube, type YouTubeStandIn } from './stand-in-for-youtube.ts'
import { watchBrowser, type BrowserWatch } from './watch-browser.ts'

export { expect }

type Fixtures = {
  /** Whether the YouTube stand-in serves thumbnails and videos (`test.use`). */
  showsRecordings: boolean
  /** Announces a console error that matches the pattern. */
  expectConsoleError: BrowserWatch['expectConsoleError']
  /** Starts a server for this journey only, with the prepared data. */
  startOwn: (env?: GreenroomOptions['env']) => Promise<Greenroom>
  youtube: YouTubeStandIn
  surroundings: { watch: BrowserWatch; youtube: YouTubeStandIn | undefined }
}

/** Servers that start on first use and are shared by the journeys of a worker. */
type WorkerFixtures = {
  /** A server with the sample series: journeys add people but do not change events. */
  greenroom: Greenroom
  /** A server whose series changes: journeys add events and remove those that would come first. */
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
  showsRecordings: [false, { option: true }],
  surroundings: [
    async ({ context, showsRecordings }, provide) => {
      const watch = watchBrowser(context)
      await provide({
        watch,
        youtube: showsRecordings ? await standInForYouTube(context) : undefined,
      })
      expect(watch.problems(), 'what went wrong in the browser').toEqual([])
    },
    { auto: true },
  ],
  youtube: async ({ surroundings, context }, provide) => {
    await provide(surroundings.youtube ?? (await standInForYouTube(context)))
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
    // Close the pages first, so that they do not notice that the server stops.
    for (const page of context.pages()) await page.close()
    for (const greenroom of started) await greenroom.close()
  },
})

async function withPrepared(use: (greenroom: Greenroom) => Promise<void>) {
  const greenroom = await startPrepared({ RATE_LIMITS: 'off' })
  await use(greenroom)
  await greenroom.close()
}
