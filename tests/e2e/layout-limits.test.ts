import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { createElsewhere, removeElsewhere, signIn } from './support/event-editor.ts'
import { expectLargeFields } from './support/expect-large-fields.ts'
import { expect, test } from './support/journey.ts'
import {
  openPage,
  registerElsewhere,
  newPerson,
  sampleTitles,
  findEvent,
} from './support/landing.ts'

const publicPages = [
  '/',
  '/register',
  '/notify',
  '/members',
  '/me',
  '/events/the-last-mile-comes-first',
  '/events/the-last-mile-comes-first/time',
  '/admin',
]

const longTitle = 'A title that is as long as the titles of events may be '.repeat(3).trim()

test('no public page scrolls sideways on a narrow screen or with large text, and iOS zooms into no field', async ({
  page,
  stage,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 401/)
  await signIn(page, stage)
  const event = await createElsewhere(page, stage, { title: longTitle, speakerName: 'Long Title' })
  await page.context().clearCookies()
  for (const path of [...publicPages, '/attendee-import']) {
    await page.setViewportSize({ width: 320, height: 700 })
    await openPage(page, stage.url + path)
    await test.step(`${path} at 320 px`, async () => {
      await expectToFit(page)
      await expectLargeFields(page)
    })
    await page.addStyleTag({ content: 'html { font-size: 24px }' })
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      await test.step(`${path} with text of 24 px at ${width} px`, () => expectToFit(page))
    }
  }
  await signIn(page, stage)
  await removeElsewhere(page, stage, event.id)
})

test('the pool of light is drawn, and forced colours keep the current page, legends and stars visible', async ({
  page,
  greenroom,
}) => {
  await openPage(page)
  await expect(page.locator('.pool').first()).toHaveCSS('background-image', /radial-gradient/)
  await page.emulateMedia({ forcedColors: 'active' })
  await expectDrawn(page.locator('.five-stars').first())
  const event = await findEvent(page, sampleTitles.first)
  await registerElsewhere(page, newPerson(), [event.id])
  await signIn(page, greenroom)
  await page.goto('/admin/statistics')
  const nav = page.getByRole('navigation', { name: 'Admin area' })
  await expect(nav.locator('[aria-current="page"]')).toHaveText('Statistics')
  const looks = await nav
    .getByRole('link')
    .evaluateAll((links) =>
      links.map((link) => [link.textContent, getComputedStyle(link).outlineStyle]),
    )
  expect(looks.filter(([, outline]) => outline !== 'none')).toEqual([['Statistics', 'solid']])
  const legend = page.locator('ul[aria-hidden] > li > span').first()
  await expectDrawn(legend)
})

async function expectToFit(page: Page) {
  const tooWide = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    return [...document.body.querySelectorAll('*')]
      .filter((element) => element.getBoundingClientRect().right > clientWidth + 1)
      .map((element) => `${element.tagName} ${element.className}`.slice(0, 120))
  })
  expect(tooWide).toEqual([])
}

/** Checks that an element differs from its surroundings. */
async function expectDrawn(element: Locator) {
  await element.scrollIntoViewIfNeeded()
  const box = (await element.boundingBox())!
  const clip = { x: box.x - 4, y: box.y - 4, width: box.width + 8, height: box.height + 8 }
  const { channels } = await sharp(await element.page().screenshot({ clip })).stats()
  expect(Math.max(...channels.map(({ stdev }) => stdev))).toBeGreaterThan(10)
}
