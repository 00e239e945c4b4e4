import type { Page } from '@playwright/test'
import { expect, test } from './support/journey.ts'
import {
  fillIn,
  newPerson,
  openDialog,
  openPage,
  openRegisterDialog,
  sampleTitles,
  waitForLife,
} from './support/landing.ts'
import { countLoads, expectLoss } from './support/lost-code.ts'
import { expectLibrary, logIn, newMember, openLoginCard } from './support/members.ts'

test.use({ showsRecordings: true })

function registerButton(page: Page) {
  const card = page.getByRole('article', { name: sampleTitles.first })
  return card.getByRole('button', { name: 'Register Now' })
}

test('offline a press says what is missing, a screen kept away opens once it is there, a form kept from its check is checked', async ({
  page,
  request,
  expectConsoleError,
}) => {
  expectConsoleError(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|ERR_BLOCKED|status of 400/)
  const loads = countLoads(page)
  await openPage(page)

  await test.step('pointing at a button leaves the page, and a press says it', async () => {
    await page.context().setOffline(true)
    const failed = page.waitForEvent('requestfailed')
    await registerButton(page).hover()
    await registerButton(page).focus()
    await failed
    await registerButton(page).click()
    await expectLoss(page)
    await expect(page.getByRole('heading', { name: 'Upcoming Events' })).toBeVisible()
    await page.context().setOffline(false)
    await openRegisterDialog(page)
    expect(loads()).toBe(1)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  await test.step('a screen that is kept away leaves the page as it is', async () => {
    const file = '**/assets/members-*.js'
    await page.route(file, (route) => route.abort())
    const link = page.getByRole('contentinfo').getByRole('link', { name: /library/i })
    await link.press('Enter')
    await expectLoss(page)
    await expect(page.getByRole('heading', { name: 'Upcoming Events' })).toBeVisible()
    await page.unroute(file)
    await link.press('Enter')
    await expect(page).toHaveURL('/members')
    await expect(page.getByRole('button', { name: 'Access Videos' })).toBeVisible()
    expect(loads()).toBe(1)
  })

  await test.step('a form whose check is kept away says the same by the server, and goes on', async () => {
    await page.route('**/assets/checks-*.js', (route) => route.abort())
    await page.goto('/events/the-last-mile-comes-first')
    await waitForLife(page, 'form[method="post"]')
    const form = page.locator('form[method="post"]')
    const person = newPerson()
    await fillIn(form, { ...person, lastName: '' })
    await form.getByRole('button', { name: 'Register for Event' }).click()
    await expect(form.getByText('Last name is required')).toBeVisible()
    await fillIn(form, { lastName: person.lastName })
    await form.getByRole('button', { name: 'Register for Event' }).click()
    await expect(page.getByRole('heading', { name: 'You are registered' })).toBeVisible()
  })

  await test.step('the library says what did not come, and is there on a press', async () => {
    await page.route('**/assets/library-inside-*.js', (route) => route.abort())
    await openLoginCard(page)
    await logIn(page, await newMember(request))
    await expect(page.getByText('The interviews could not be loaded')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expectLibrary(page)
  })
})

test('a dialog whose file is kept away loads /go1 again once, at a press; so does one from before an upgrade', async ({
  page,
  context,
  expectConsoleError,
}) => {
  expectConsoleError(/ERR_FAILED|ERR_BLOCKED|404/)
  const file = '**/assets/register-event-dialog*.js'

  await test.step('kept away, it opens once it is there', async () => {
    const loads = countLoads(page)
    await page.route(file, (route) => route.abort())
    await openPage(page, '/go1')
    await expectLoss(page)
    expect(loads()).toBe(1)
    const again = page.waitForEvent('load')
    await registerButton(page).click()
    await again
    await expectLoss(page)
    await registerButton(page).click()
    await expectLoss(page)
    await page.unroute(file)
    await registerButton(page).click()
    await openDialog(page, 'Register for Event')
    expect(loads()).toBe(2)
  })

  await test.step('gone with its build, the page is not loaded again for the same build', async () => {
    // Reloads are remembered per tab.
    const tab = await context.newPage()
    const loads = countLoads(tab)
    await tab.route(file, (route) => route.fulfill({ status: 404, body: '' }))
    await tab.route('**/assets/manifest-*.js', (route) =>
      route.request().method() === 'HEAD'
        ? route.fulfill({ status: 404, body: '' })
        : route.continue(),
    )
    await openPage(tab)
    const again = tab.waitForEvent('load')
    await registerButton(tab).click()
    await again
    await waitForLife(tab)
    await registerButton(tab).click()
    await expectLoss(tab)
    expect(loads()).toBe(2)
  })
})
