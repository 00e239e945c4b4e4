import { expect, test } from './support/journey.ts'
import { openPage, sampleTitles } from './support/landing.ts'

test('the sections stand in the specified order', async ({ page }) => {
  await openPage(page)
  const headings = await page.locator('main :is(h1, h2)').allTextContents()
  expect(headings).toEqual([
    'The lights go down. A founder starts talking.',
    'Upcoming Events',
    'From the front row',
    'Event Partners',
    'Previous Interviews',
    'Event Supporters',
    'Future Events',
    'Bring another founder',
  ])
  await expect(page.locator('main').getByText('3,000+ founders')).toBeVisible()
  await expect(page.getByText('Five out of five stars')).toHaveCount(6)
  await expect(
    page.getByRole('region', { name: 'Event Partners' }).getByRole('listitem'),
  ).toHaveCount(5)
  await expect(
    page.getByRole('region', { name: 'Event Supporters' }).getByRole('listitem'),
  ).toHaveCount(8)
  const levels = await page
    .locator(':is(h1, h2, h3, h4)')
    .evaluateAll((all) => all.map((h) => +h.tagName[1]!))
  expect(levels.filter((level) => level === 1)).toHaveLength(1)
  levels.reduce((before, level) => {
    expect(level, `heading levels ${levels.join(' ')}`).toBeLessThanOrEqual(before + 1)
    return level
  })
})

test(
  'two upcoming events stand by priority with date, time and both buttons',
  { tag: '@once' },
  async ({ page }) => {
    await openPage(page)
    const cards = page.getByRole('region', { name: 'Upcoming Events' }).getByRole('article')
    await expect(cards).toHaveCount(2)
    await expect(cards.nth(0)).toHaveAccessibleName(sampleTitles.first)
    await expect(cards.nth(1)).toHaveAccessibleName(sampleTitles.second)
    await expect(cards.nth(0)).toContainText(/\w+day, \d{1,2} \w+ \d{4}/)
    await expect(cards.nth(0)).toContainText('18:00-19:00 CAT')
    await expect(cards.nth(0)).toContainText('Seats Limited')
    for (const name of ['Learn More', 'Register Now']) {
      await expect(cards.nth(0).getByRole('button', { name })).toBeVisible()
    }
    const lines = await cards
      .nth(0)
      .locator('.line-clamp-3')
      .evaluate((text) => {
        const height = parseFloat(getComputedStyle(text).lineHeight)
        return { shown: text.clientHeight / height, all: text.scrollHeight / height }
      })
    expect(Math.round(lines.shown)).toBe(3)
    expect(lines.all).toBeGreaterThan(3)
  },
)

test(
  'learning more shows the whole description and leads to registering',
  { tag: '@once' },
  async ({ page }) => {
    await openPage(page)
    await page.getByRole('button', { name: 'Learn More' }).first().click()
    const dialog = page.getByRole('dialog', { name: sampleTitles.first })
    await expect(dialog).toContainText('Amara Dike-Laurent')
    await expect(dialog).toContainText('what a border queue teaches you about product design.')
    await dialog.getByRole('button', { name: 'Register for This Event' }).click()
    await expect(page.getByRole('dialog', { name: 'Register for Event' })).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(1)
  },
)

test(
  'previous interviews have anchors, newest first, and say when a recording is coming',
  { tag: '@once' },
  async ({ page }) => {
    await openPage(page)
    const section = page.locator('#completed-events')
    const cards = section.getByRole('article')
    await expect(cards).toHaveCount(10)
    await expect(cards.first()).toHaveAttribute('id', 'interview-letting-go-of-the-map')
    const waiting = section.getByRole('article', { name: sampleTitles.withoutRecording })
    await expect(waiting).toContainText('Recording Coming Soon')
    await expect(waiting.getByRole('button', { name: 'Recording Processing' })).toBeDisabled()
    await expect(waiting.getByRole('button', { name: 'Watch Interview' })).toHaveCount(0)
    await expect(section.getByRole('button', { name: 'Watch Interview' })).toHaveCount(9)
  },
)

test('the hash of the address scrolls to its interview', { tag: '@once' }, async ({ page }) => {
  await openPage(page, '/#interview-pricing-is-a-conversation')
  const card = page.locator('#interview-pricing-is-a-conversation')
  await expect(card).toBeInViewport({ ratio: 0.5 })
})

test(
  'the hash scrolls 100 ms after the interviews have loaded, not before',
  { tag: '@once' },
  async ({ page }) => {
    await page.clock.install()
    await page.addInitScript(() => {
      const calls: unknown[] = []
      Object.assign(window, { scrollCalls: calls })
      Element.prototype.scrollIntoView = function scrollIntoView(options) {
        if (options !== undefined) calls.push([this.id, options])
      }
    })
    await openPage(page, '/#completed-events')
    const calls = () =>
      page.evaluate(() => (window as unknown as { scrollCalls: unknown[] }).scrollCalls)
    await page.clock.runFor(200)
    expect(await calls()).toEqual([['completed-events', { behavior: 'smooth' }]])
  },
)

test('the navigation scrolls to the interviews and takes the keyboard along', async ({
  page,
  isMobile,
}) => {
  await openPage(page)
  if (isMobile) await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('link', { name: 'Watch Previous Interviews' }).click()
  await expect(page.getByRole('heading', { name: 'Previous Interviews' })).toBeInViewport()
  await expect(page.locator('#completed-events')).toBeFocused()
  await expect(page.locator('#mobile-menu')).toBeHidden()
  await expect.poll(() => new URL(page.url()).hash).toBe('#completed-events')
})

test('the mobile menu opens, closes by Escape and by pressing beside it', async ({
  page,
  isMobile,
}) => {
  await openPage(page)
  const menu = page.locator('#mobile-menu')
  const toggle = page.getByRole('button', { name: /(Open|Close) menu/ })
  if (!isMobile) {
    await expect(toggle).toBeHidden()
    await expect(page.getByRole('link', { name: 'About' }).first()).toHaveAttribute(
      'href',
      'https://example.com/about-house-lights',
    )
    return
  }
  await expect(toggle).toHaveAttribute('aria-expanded', 'false')
  await toggle.click()
  await expect(toggle).toHaveAccessibleName('Close menu')
  await expect(toggle).toHaveAttribute('aria-expanded', 'true')
  await expect(menu.getByRole('link', { name: 'About' })).toHaveAttribute(
    'href',
    'https://example.com/about-house-lights',
  )
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await toggle.click()
  await page.mouse.click(150, 700)
  await expect(menu).toBeHidden()
})

test('future events show two banners', { tag: '@once' }, async ({ page }) => {
  await openPage(page, '/#signup')
  const section = page.locator('#signup')
  await expect(section.getByRole('button')).toHaveCount(2)
  await expect(section.getByRole('button', { name: sampleTitles.future })).toBeInViewport()
})

test('nothing of the page is wider than the screen', { tag: '@once' }, async ({ page }) => {
  for (const width of [320, 360, 568, 768, 1440, 2200]) {
    await page.setViewportSize({ width, height: 700 })
    await openPage(page)
    const widest = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(widest, `at ${width} px`).toBeLessThanOrEqual(width)
  }
})
