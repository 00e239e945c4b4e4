import { expectNoAxeViolations } from './support/expect-no-axe-violations.ts'
import { holdCalls } from './support/hold-calls.ts'
import { expect, test } from './support/journey.ts'
import {
  failOverDialog,
  fillIn,
  newPerson,
  openDialog,
  openPage,
  openRegisterDialog,
  registerElsewhere,
} from './support/landing.ts'
import {
  enterLibrary,
  expectLibrary,
  newMember,
  openLoginCard,
  sample,
  watchInterview,
} from './support/members.ts'
import { tabTo } from './support/tab-to.ts'

test.use({ showsRecordings: true })

test('an unknown e-mail is said by a toast and at its field, which keeps it; success takes the toast away', async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(/404/)
  const dialog = await failOverDialog(page)
  const email = dialog.getByLabel('Email')
  const words = /Please try another email or register below/
  await expect(email).toHaveAccessibleDescription(words)

  await test.step('F8 reaches the toast, and Escape closes it alone', async () => {
    await page.keyboard.press('F8')
    await expect(dialog.getByRole('region', { name: /Notifications/ })).toBeFocused()
    await expectNoAxeViolations(page)
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'Dismiss notification' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(page.locator('[data-toast]')).toHaveCount(0)
    await expect(dialog).toBeVisible()
    await expect(email).toHaveAccessibleDescription(words)
  })

  await test.step('the focus goes to the first field when the dialog changes its form', async () => {
    await dialog.getByRole('button', { name: 'Register Instead' }).click()
    await expect(dialog.getByLabel('First name')).toBeFocused()
    await dialog.getByRole('button', { name: 'Access with Email' }).click()
    await expect(email).toBeFocused()
  })

  await test.step('an e-mail that is known enters, and no toast is left', async () => {
    await dialog.getByRole('button', { name: 'Access Videos' }).click()
    await expect(page.locator('[data-toast="destructive"]')).toHaveCount(1)
    const person = newPerson()
    await registerElsewhere(page, person)
    await email.fill(person.email)
    await dialog.getByRole('button', { name: 'Access Videos' }).click()
    await page.waitForURL('**/members?watch=*')
    await expect(page.locator('[data-toast="destructive"]')).toHaveCount(0)
  })
})

test('a press is seen to be heard while what it opens is on its way, and a second one does not close a success', async ({
  page,
}) => {
  await openPage(page)

  await test.step('what it opens is on its way', async () => {
    const held = await holdCalls(page, '**/assets/*dialog*.js')
    await page.getByRole('button', { name: 'Learn More' }).first().click()
    await expect(page.getByText('One moment…')).toBeVisible()
    held.letGo()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expect(page.getByText('One moment…')).toHaveCount(0)
    await page.keyboard.press('Escape')
  })

  await test.step("a second press on 'Register for Event'", async () => {
    const dialog = await openRegisterDialog(page)
    await fillIn(dialog, newPerson())
    const button = dialog.getByRole('button', { name: 'Register for Event' })
    await button.scrollIntoViewIfNeeded()
    // Stop the clock: the test must stay within the time in which presses are ignored.
    await page.clock.setFixedTime(Date.now())
    const { x, y, width, height } = (await button.boundingBox())!
    const answered = page.waitForResponse('**/api/register-multi-event')
    await page.mouse.click(x + width / 2, y + height / 2)
    await answered
    await page.mouse.click(x + width / 2, y + height / 2)
    await page.mouse.click(5, 5)
    await expect(page.getByRole('heading', { name: 'You are registered' })).toBeVisible()
    await openDialog(page, 'You are registered')
  })
})

test('the library reports an unreachable video platform or session check and offers a way to continue', async ({
  page,
  request,
  youtube,
  expectConsoleError,
}) => {
  expectConsoleError(/ERR_|Failed to load|503/)
  const email = await newMember(request)
  await enterLibrary(page, email)

  await test.step('the video platform', async () => {
    // The frame sends no load event, as in Firefox and WebKit if YouTube is unreachable.
    const gate = await holdCalls(page, 'https://www.youtube-nocookie.com/**', {
      answer: (route) => route.fallback(),
    })
    const player = await watchInterview(page, sample.newest.title)
    const notice = player.getByText('The video platform cannot be reached')
    await expect(notice).toBeVisible()
    await tabTo(player.getByRole('link', { name: 'Watch on the video platform' }))
    gate.letGo()
    await expect(notice).toBeHidden()
    await expect(youtube.player(page).getByRole('status')).toHaveText(/^playing at/)
  })

  await test.step('the session', async () => {
    await page.route('**/api/auth/status', (route) => route.fulfill({ status: 503, json: {} }))
    await page.goto('/members')
    await expect(page.getByText('could not check whether you are logged in')).toBeVisible()
    await expect(page.getByLabel('Email')).toBeVisible()
    await expectNoAxeViolations(page)
    await page.unroute('**/api/auth/status')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText(email)).toBeVisible()
  })

  await test.step('the session, of whoever entered before the scripts came: what was served stays', async () => {
    await page.getByRole('button', { name: 'Logout' }).click()
    let asked = 0
    await page.route('**/api/auth/status', (route) => {
      asked += 1
      return route.fulfill({ status: 503, json: {} })
    })
    const field = await openLoginCard(page)
    await expect(page.getByText('could not check whether you are logged in')).toBeVisible()
    await field.fill(email)
    asked = 0
    await field.evaluate((input: HTMLInputElement) => input.form!.submit())
    await expectLibrary(page)
    await expect.poll(() => asked).toBe(3)
    await page.evaluate(() => fetch('/api/events'))
    await expect(page.getByRole('link', { name: 'Watch Interview' })).toHaveCount(sample.count)
    await expect(page.getByLabel('Email')).toHaveCount(0)
    await page.unroute('**/api/auth/status')
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
  })
})
