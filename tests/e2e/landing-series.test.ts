import type { Page } from '@playwright/test'
import type { Greenroom } from '#tests/support/start-greenroom.ts'
import { expectNoAxeViolations } from './support/expect-no-axe-violations.ts'
import { expect, test } from './support/journey.ts'
import {
  expectToast,
  fillIn,
  newPerson,
  openDialog,
  openFutureDialog,
  openPage,
  openWatchDialog,
} from './support/landing.ts'
import { landing, slowPictures, topOf, waitForRest } from './support/places.ts'
import {
  completed,
  preRegistration,
  showSeries,
  startSite,
  upcoming,
  type SeriesEvent,
} from './support/series.ts'

const photograph = '/images/features/last-mile.webp'

// The tests share a site and change its series, so they run in sequence.
test.describe.configure({ mode: 'default' })
let greenroom: Greenroom
test.beforeAll(async () => {
  greenroom = await startSite(({ partners }) => {
    Object.assign((partners as object[])[0]!, { logo: photograph })
  })
})
test.afterAll(() => greenroom.close())

async function openSeries(page: Page, events: SeriesEvent[]) {
  await showSeries(greenroom, events)
  await openPage(page, greenroom.url)
}

test('a series without events asks to be remembered and falls back to its defaults', async ({
  page,
}) => {
  await showSeries(greenroom, [])
  const { url } = greenroom
  const html = await (await page.request.get(url)).text()
  expect(html).toContain('<title>House Lights: founders in conversation</title>')
  expect(html).toContain('<meta property="og:type" content="website"/>')
  expect(html).toContain(`content="${new URL('/share/series.jpg', url).href}"`)
  expect(html).not.toContain('application/ld+json')

  await openPage(page, `${url}/go1`)
  await expect(page.getByRole('heading', { name: 'Previous Interviews' })).toHaveCount(0)
  const previous = page.locator('a', { hasText: 'Watch Previous Interviews' })
  await expect(previous.first()).toHaveAttribute('href', '/members')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expectNoAxeViolations(page)

  await test.step('a photograph as a logo stays as it is, a drawn one takes the colour of the text', async () => {
    const logos = page.getByRole('region', { name: 'Event Partners' }).getByRole('img')
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await expect(logos.first()).toHaveAttribute('src', new RegExp(photograph))
      await expect(logos.first()).toHaveCSS('filter', 'none')
      await expect(logos.nth(1)).toHaveAttribute('src', /\.svg\?v=/)
      await expect(logos.nth(1)).toHaveCSS('filter', /brightness\(0\)/)
    }
  })

  await page.getByRole('link', { name: 'Get Notified' }).click()
  const signup = page.locator('#signup')
  await expect(signup).toBeInViewport()
  await signup.getByRole('button', { name: 'Tell me about future events' }).click()
  const dialog = await openDialog(page, 'Future Event Registration')
  await fillIn(dialog, newPerson())
  await dialog.getByRole('button', { name: 'Get future updates' }).click()
  await expectToast(page, { title: 'Added to Future Events List!' })
})

test('one upcoming event stands in the middle, and of many the first by priority are shown', async ({
  page,
}) => {
  await test.step('one', async () => {
    await openSeries(page, [upcoming('On its own')])
    const card = page.getByRole('article', { name: 'On its own' })
    const { x, width } = (await card.boundingBox())!
    const middle = (await page.evaluate(() => document.documentElement.clientWidth)) / 2
    expect(Math.abs(x + width / 2 - middle)).toBeLessThan(2)
  })

  await test.step('many, the first two, and two future ones', async () => {
    const events = [5, 3, 9, 1].map((priority) => upcoming(`Priority ${priority}`, { priority }))
    const later = [4, 2, 8].map((priority) => preRegistration(`Later ${priority}`, { priority }))
    await openSeries(page, [...events, ...later])
    const titles = page
      .getByRole('region', { name: 'Upcoming Events' })
      .getByRole('heading', { level: 3 })
    await expect(titles).toHaveText(['Priority 1', 'Priority 3'])
    const banners = page.locator('#signup').getByRole('button')
    await expect(banners).toHaveCount(2)
    await expect(banners.nth(0)).toContainText('Later 2')
    await expect(banners.nth(1)).toContainText('Later 4')
  })
})

test('without a current event no seat is offered, and a future one that has a date counts as finished', async ({
  page,
}) => {
  const dated = { startsInDays: 50, time: '18:00', endTime: '19:00' }
  await openSeries(page, [
    completed('An old evening'),
    preRegistration('Dated but not open', dated),
  ])
  const dialog = await openWatchDialog(page, 'An old evening')
  await dialog.getByRole('button', { name: 'Register Instead' }).click()
  await expect(dialog.getByRole('button', { name: 'Register & Watch' })).toBeVisible()
  await expect(dialog.getByRole('checkbox')).toHaveCount(0)
  await page.keyboard.press('Escape')

  const future = await openFutureDialog(page, 'Dated but not open')
  await expect(future.getByLabel('Last name')).toBeVisible()
  await expect(future.getByRole('button', { name: 'Get future updates' })).toBeVisible()
})

test('nine of a hundred interviews are shown at first, and links and buttons lead to the others', async ({
  page,
}) => {
  const archive = Array.from({ length: 100 }, (_, number) =>
    completed(`Evening ${number}`, { startsInDays: -10 - number }),
  )
  await openSeries(page, archive)
  const cards = page.locator('#completed-events').getByRole('article')
  await expect(cards).toHaveCount(9)
  await expectNoAxeViolations(page)
  await page.getByText('Show all 100 interviews').click()
  await expect(cards).toHaveCount(100)

  await test.step('an address finds any of them', async () => {
    await openPage(page, `${greenroom.url}/?fresh#interview-evening-73`)
    const card = page.getByRole('article', { name: 'Evening 73' })
    await expect(card).toBeInViewport({ ratio: 0.5 })
  })

  await slowPictures(page)
  for (const width of [360, 640, 1440]) {
    await test.step(`Get Notified leads to its place past slow pictures, ${width} px wide`, async () => {
      await page.setViewportSize({ width, height: 800 })
      await openPage(page, `${greenroom.url}/?${width}`)
      await page.getByRole('link', { name: 'Get Notified' }).click()
      await waitForRest(page)
      await expect.poll(() => topOf(page, 'signup')).toBe(landing)
    })
  }
})

test('long names, long titles and missing pictures look intended', async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(/404.*missing\.webp/)
  const long = {
    speakerName: 'Wolfeschlegelsteinhausenbergerdorff von und zu Hohenlohe-Schillingsfürst',
    speakerTitle: 'Donaudampfschifffahrtsgesellschaftskapitän and Founder of Everything Ltd',
    featureImage: '/images/features/missing.webp',
    bannerImage: '/images/banners/missing.webp',
  }
  const title = 'A very long title about Donaudampfschifffahrtselektrizitätenhauptbetriebswerk'
  const events = [
    upcoming(`${title} 1`, long),
    upcoming(`${title} 2`, long),
    completed(`${title} 3`, long),
    preRegistration(`${title} 4`, long),
  ]
  await showSeries(greenroom, events)
  const { url } = greenroom
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 700 })
    await openPage(page, url)
    for (const id of ['upcoming-events', 'completed-events', 'signup']) {
      const section = page.locator(`#${id}`)
      await section.scrollIntoViewIfNeeded()
      await section.evaluate((element) => element.scrollIntoView({ behavior: 'instant' }))
      await expect(section.locator('img')).toHaveCount(0)
      await expect(section.locator('.drawn-picture').first()).toBeVisible()
    }
    const widest = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(widest).toBeLessThanOrEqual(width)
  }
  await expectNoAxeViolations(page)
})

test('a mistake in the site file stops the start with the name of the field', async () => {
  const failure = await startSite((site) => {
    Object.assign(site.hero as object, { headline: '' })
  }).catch((error: Error) => error.message)
  expect(failure).toContain('hero.headline')
})
