import type { Page } from '@playwright/test'
import { expectNoAxeViolations } from './support/expect-no-axe-violations.ts'
import { expect, test } from './support/journey.ts'
import { newPerson, openPage, registerElsewhere } from './support/landing.ts'

const loginPath = '**/api/video-access/login'

/** A member comes back on a slow line: the login is held until the journey lets it go. */
async function comeBack(page: Page) {
  const person = newPerson()
  await registerElsewhere(page, person)
  await openPage(page)
  await page.evaluate((email) => localStorage.setItem('videoAccessEmail', email), person.email)
  await page.goto('about:blank')
  const held = Promise.withResolvers<void>()
  await page.route(loginPath, async (route) => {
    await held.promise
    await route.continue()
  })
  await openPage(page)
  return held.resolve
}

const doings: Record<string, (page: Page) => Promise<void>> = {
  scrolled: (page) => page.mouse.wheel(0, 600),
  pressed: (page) => page.getByText('Event Partners').click(),
  typed: (page) => page.keyboard.press('Tab'),
}

for (const [what, act] of Object.entries(doings)) {
  test(`a member who has ${what} stays, and is told that they are known`, async ({ page }) => {
    const login = await comeBack(page)
    await act(page)
    if (what === 'scrolled') await page.waitForFunction(() => window.scrollY > 0)
    login()
    const link = page.getByRole('link', { name: 'To the video library' })
    await expect(link).toBeVisible()
    expect(new URL(page.url()).pathname).toBe('/')
    await expectNoAxeViolations(page)
    await link.click()
    await page.waitForURL('**/members')
  })
}

test('the line can be hidden', async ({ page }) => {
  const login = await comeBack(page)
  await page.keyboard.press('Tab')
  login()
  await page.getByRole('button', { name: 'Hide this line' }).click()
  await expect(page.getByRole('link', { name: 'To the video library' })).toHaveCount(0)
})
