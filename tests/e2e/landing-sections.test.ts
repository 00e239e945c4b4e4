import { expect, test } from './support/journey.ts'
import { openDialog, openPage, openRegisterDialog, sampleTitles } from './support/landing.ts'

const about = 'https://example.com/about-house-lights'

test('the sections are in their order, and the navigation leads to them', async ({
  page,
  isMobile,
}) => {
  await openPage(page)

  await test.step('headings, quotes and logos', async () => {
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
    for (const [name, count] of [
      ['Event Partners', 5],
      ['Event Supporters', 8],
    ] as const) {
      await expect(page.getByRole('region', { name }).getByRole('listitem')).toHaveCount(count)
    }
  })

  await test.step('one first heading, and no level left out', async () => {
    const levels = await page
      .locator(':is(h1, h2, h3, h4)')
      .evaluateAll((all) => all.map((h) => +h.tagName[1]!))
    expect(levels.filter((level) => level === 1)).toHaveLength(1)
    levels.reduce((before, level) => {
      expect(level, `heading levels ${levels.join(' ')}`).toBeLessThanOrEqual(before + 1)
      return level
    })
  })

  await test.step('the menu opens, closes by Escape and by pressing beside it', async () => {
    const menu = page.locator('#mobile-menu')
    const toggle = page.getByRole('button', { name: /(Open|Close) menu/ })
    if (!isMobile) {
      await expect(toggle).toBeHidden()
      await expect(page.getByRole('link', { name: 'About' }).first()).toHaveAttribute('href', about)
      return
    }
    await expect(menu).toBeHidden()
    await toggle.click()
    await expect(toggle).toHaveAccessibleName('Close menu')
    await expect(menu).toBeVisible()
    await expect(menu.getByRole('link', { name: 'About' })).toHaveAttribute('href', about)
    await page.keyboard.press('Escape')
    await expect(menu).toBeHidden()
    await toggle.click()
    // A press in the margin reaches the content behind.
    await page.mouse.click(4, 700)
    await expect(menu).toBeHidden()
  })

  await test.step('the navigation leads to the interviews and takes the keyboard along', async () => {
    if (isMobile) await page.getByRole('button', { name: 'Open menu' }).click()
    await page.getByRole('link', { name: 'Watch Previous Interviews' }).click()
    await expect(page.getByRole('heading', { name: 'Previous Interviews' })).toBeInViewport()
    await expect(page.locator('#completed-events')).toBeFocused()
    await expect(page.locator('#mobile-menu')).toBeHidden()
    await expect.poll(() => new URL(page.url()).hash).toBe('#completed-events')
  })
})

test(
  'upcoming, previous and future events show what is specified, and learning more leads to registering',
  { tag: '@once' },
  async ({ page }) => {
    await openPage(page)

    await test.step('two upcoming events by priority with date, time and both buttons', async () => {
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
    })

    await test.step('interviews with anchors, newest first, and what says that a recording is coming', async () => {
      const section = page.locator('#completed-events')
      const cards = section.getByRole('article')
      await expect(cards).toHaveCount(10)
      await expect(cards.first()).toHaveAttribute('id', 'interview-letting-go-of-the-map')
      const waiting = section.getByRole('article', { name: sampleTitles.withoutRecording })
      await expect(waiting).toContainText('Recording Coming Soon')
      await expect(waiting.getByRole('button', { name: 'Recording Processing' })).toBeDisabled()
      await expect(waiting.getByRole('button', { name: 'Watch Interview' })).toHaveCount(0)
      await expect(section.getByRole('button', { name: 'Watch Interview' })).toHaveCount(9)
    })

    await test.step('learning more shows the whole description and leads to registering', async () => {
      await page.getByRole('button', { name: 'Learn More' }).first().click()
      const dialog = page.getByRole('dialog', { name: sampleTitles.first })
      await expect(dialog).toContainText('Amara Dike-Laurent')
      await expect(dialog).toContainText('what a border queue teaches you about product design.')
      await dialog.getByRole('button', { name: 'Register for This Event' }).click()
      await openDialog(page, 'Register for Event')
      await expect(page.getByRole('dialog')).toHaveCount(1)
    })

    await test.step('two future events, where #signup leads', async () => {
      await page.goto('about:blank')
      await openPage(page, '/#signup')
      const section = page.locator('#signup')
      await expect(section.getByRole('button')).toHaveCount(2)
      await expect(section.getByRole('button', { name: sampleTitles.future })).toBeInViewport()
    })

    await test.step('no frame is drawn around that section', async () => {
      const section = page.locator('#signup')
      await page.keyboard.press('Tab')
      await section.evaluate((element) => {
        element.tabIndex = -1
        element.focus()
      })
      await expect(section).toBeFocused()
      await expect(section).toHaveCSS('outline-style', 'none')
    })

    await test.step('a hash scrolls 100 ms after the interviews have loaded, not before', async () => {
      await page.goto('about:blank')
      await page.clock.install()
      await page.addInitScript(() => {
        const calls: unknown[] = []
        Object.assign(window, { scrollCalls: calls })
        Element.prototype.scrollIntoView = function scrollIntoView(options) {
          if (options !== undefined) calls.push([this.id, options])
        }
      })
      await openPage(page, '/#completed-events')
      await page.clock.runFor(200)
      const calls = await page.evaluate(() => {
        return (window as unknown as { scrollCalls: unknown[] }).scrollCalls
      })
      expect(calls).toEqual([['completed-events', { behavior: 'smooth' }]])
    })
  },
)

test(
  'nothing of the page is wider than the screen, nor cut off at 200 % zoom',
  { tag: '@once' },
  async ({ page }) => {
    await openPage(page)
    for (const width of [320, 360, 568, 640, 768, 1440, 2200]) {
      await page.setViewportSize({ width, height: width === 640 ? 400 : 700 })
      const widest = await page.evaluate(() => document.documentElement.scrollWidth)
      expect(widest, `at ${width} px`).toBeLessThanOrEqual(width)
    }
    await page.setViewportSize({ width: 640, height: 400 })
    const dialog = await openRegisterDialog(page)
    const submit = dialog.getByRole('button', { name: 'Register for Event' })
    await submit.scrollIntoViewIfNeeded()
    await expect(submit).toBeInViewport()
  },
)
