import { test as base, expect } from '@playwright/test'
import type { Greenroom, GreenroomOptions } from '#tests/support/start-greenroom.ts'
import { startPrepared } from './prepare.ts'
import { standInForYouTube, type YouTubeStandIn } from './stand-in-for-youtube.ts'
import { watchBrowser, type BrowserWatch } from './watch-browser.ts'

export { expect }

type Fixtures = {
  /** Whether thumbnails are shown or recordings played (`test.use`): the video platform answers then. */
  showsRecordings: boolean
  /** Says beforehand that a console error matching the pattern belongs to this journey. */
  expectConsoleError: BrowserWatch['expectConsoleError']
  /** A server for this journey alone, started from the first start's data and closed after it. */
  startOwn: (env?: GreenroomOptions['env']) => Promise<Greenroom>
  youtube: YouTubeStandIn
  surroundings: { watch: BrowserWatch; youtube: YouTubeStandIn | undefined }
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
