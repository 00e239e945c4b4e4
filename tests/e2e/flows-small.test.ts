import { expectNoAxeViolations } from './support/expect-no-axe-violations.ts'
import { expect, test } from './support/journey.ts'
import {
  failOverDialog,
  fillIn,
  newPerson,
  openDialog,
  openFutureDialog,
  openPage,
  openRegisterDialog,
  openWatchDialog,
  registerElsewhere,
} from './support/landing.ts'
import { enterLibrary, newMember, sample, watchInterview } from './support/members.ts'

test.use({ showsRecordings: true })

test('an unknown e-mail is said at its field as well, and stays; success takes the toast away', async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(/404/)
  const dialog = await failOverDialog(page)
  const email = dialog.getByLabel('Email')
  const words = /Please try another email or register below/
  await expect(email).toHaveAccessibleDescription(words)
  await page.getByRole('button', { name: 'Dismiss notification' }).click()
  await expect(email).toHaveAccessibleDescription(words)
  await dialog.getByRole('button', { name: 'Access Videos' }).click()
  await expect(page.locator('[data-toast="destructive"]')).toHaveCount(1)
  const person = newPerson()
  await registerElsewhere(page, person)
  await email.fill(person.email)
  await dialog.getByRole('button', { name: 'Access Videos' }).click()
  await page.waitForURL('**/members?watch=*')
  await expect(page.locator('[data-toast="destructive"]')).toHaveCount(0)
})

test('on a telephone a toast does not cover the heading of a dialog', async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(/404/)
  await page.setViewportSize({ width: 360, height: 740 })
  const dialog = await failOverDialog(page)
  const toast = (await page.locator('[data-toast]').boundingBox())!
  const heading = (await dialog.getByRole('heading').first().boundingBox())!
  expect(toast.y).toBeGreaterThan(heading.y + heading.height)
})

test('the future-event dialog says what it is for', async ({ page }) => {
  await openPage(page)
  const dialog = await openFutureDialog(page)
  await expect(dialog.getByText('we write to you as soon as the date is fixed')).toBeVisible()
  await expectNoAxeViolations(page)
})

test('the focus goes to the first field when a dialog changes its form', async ({ page }) => {
  await openPage(page)
  const dialog = await openWatchDialog(page)
  await dialog.getByRole('button', { name: 'Register Instead' }).click()
  await expect(dialog.getByLabel('First name')).toBeFocused()
  await dialog.getByRole('button', { name: 'Access with Email' }).click()
  await expect(dialog.getByLabel('Email')).toBeFocused()
})

test('a link to #signup draws no frame around the section', async ({ page }) => {
  await openPage(page, '/members')
  await openPage(page, '/#signup')
  const signup = page.locator('#signup')
  await page.keyboard.press('Tab')
  await signup.evaluate((section) => {
    section.tabIndex = -1
    section.focus()
  })
  await expect(signup).toBeFocused()
  await expect(signup).toHaveCSS('outline-style', 'none')
})

test("a second press on 'Register for Event' does not close the success", async ({ page }) => {
  await openPage(page)
  const dialog = await openRegisterDialog(page)
  await fillIn(dialog, newPerson())
  const button = dialog.getByRole('button', { name: 'Register for Event' })
  await button.scrollIntoViewIfNeeded()
  const { x, y, width, height } = (await button.boundingBox())!
  const answered = page.waitForResponse('**/api/register-multi-event')
  await page.mouse.click(x + width / 2, y + height / 2)
  await answered
  await page.mouse.click(x + width / 2, y + height / 2)
  await page.mouse.click(5, 5)
  await expect(page.getByRole('heading', { name: 'Your seat is booked' })).toBeVisible()
  await openDialog(page, 'Your seat is booked')
})

test('no answer about the session is said, with a way to ask again', async ({
  page,
  request,
  expectConsoleError,
}) => {
  expectConsoleError(/503/)
  const email = await newMember(request)
  await enterLibrary(page, email)
  await page.route('**/api/auth/status', (route) => route.fulfill({ status: 503, json: {} }))
  await page.goto('/members')
  await expect(page.getByText('could not find out whether you are logged in')).toBeVisible()
  await expect(page.getByLabel('Email')).toBeVisible()
  await expectNoAxeViolations(page)
  await page.unroute('**/api/auth/status')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText(email)).toBeVisible()
})

test('a platform that cannot be reached is told in words, with a link to it', async ({
  page,
  request,
  expectConsoleError,
}) => {
  expectConsoleError(/ERR_|Failed to load/)
  await enterLibrary(page, await newMember(request))
  await page.route('https://www.youtube-nocookie.com/**', (route) => route.abort())
  const player = await watchInterview(page, sample.newest.title)
  await expect(player.getByText('The video platform cannot be reached')).toBeVisible({
    timeout: 30_000,
  })
  await expect(player.getByRole('link', { name: 'Watch on the video platform' })).toBeVisible()
})

test('a press is seen to be heard while what it opens is on its way', async ({ page }) => {
  const held = Promise.withResolvers<void>()
  await openPage(page)
  await page.route('**/assets/*dialog*.js', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.getByRole('button', { name: 'Learn More' }).first().click()
  await expect(page.getByText('One moment…')).toBeVisible()
  held.resolve()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect(page.getByText('One moment…')).toHaveCount(0)
})
