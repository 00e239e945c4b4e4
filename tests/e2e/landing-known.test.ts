import type { Page } from '@playwright/test'
import { expectNoAxeViolations } from './support/expect-no-axe-violations.ts'
import { holdCalls } from './support/hold-calls.ts'
import { expect, test } from './support/journey.ts'
import { newPerson, openPage, registerElsewhere } from './support/landing.ts'
import { endSession } from './support/members.ts'

test.use({ showsRecordings: true })

const loginPath = '**/api/video-access/login'

/** A member returns on a slow connection: the login is held until the journey releases it. */
async function comeBack(page: Page) {
  await endSession(page)
  const held = await holdCalls(page, loginPath, { times: 1 })
  await openPage(page)
  return held.letGo
}

test('a member who has scrolled, pressed or typed is not redirected, and sees that they are signed in', async ({
  page,
}) => {
  const person = newPerson()
  await registerElsewhere(page, person)
  await page.goto('/robots.txt')
  await page.evaluate((email) => localStorage.setItem('videoAccessEmail', email), person.email)
  const link = page.getByRole('link', { name: 'Open the video library' })

  await test.step('scrolled, and goes on to the library', async () => {
    const login = await comeBack(page)
    await page.mouse.wheel(0, 600)
    await page.waitForFunction(() => window.scrollY > 0)
    login()
    await expect(link).toBeVisible()
    expect(new URL(page.url()).pathname).toBe('/')
    await expectNoAxeViolations(page)
    await link.click()
    await page.waitForURL('**/members')
  })

  await test.step('pressed', async () => {
    const login = await comeBack(page)
    await page.getByText('Event Partners').click()
    login()
    await expect(link).toBeVisible()
    expect(new URL(page.url()).pathname).toBe('/')
  })

  await test.step('typed, and hides the line', async () => {
    const login = await comeBack(page)
    await page.keyboard.press('Tab')
    login()
    await expect(link).toBeVisible()
    expect(new URL(page.url()).pathname).toBe('/')
    await page.getByRole('button', { name: 'Hide' }).click()
    await expect(link).toHaveCount(0)
  })
})
