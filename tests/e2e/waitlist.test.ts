import { expectNoAxeViolations } from './support/expect-no-axe-violations.ts'
import { expect, test } from './support/journey.ts'
import { fillIn, newPerson, openPage } from './support/landing.ts'
import { showSeries, startSite, upcoming } from './support/series.ts'

test('a visitor of a full event joins its waiting list in one press, with and without scripts', async ({
  page,
  browser,
}) => {
  const site = await startSite(() => {})
  try {
    await showSeries(site, [upcoming('Full', { capacity: 1 })])
    const address = `${site.url}/events/full`
    const form = page.locator('form[method="post"]')

    await openPage(page, address)
    await expect(page.getByText('1 seat left')).toBeVisible()
    await fillIn(form, newPerson())
    await page.getByRole('button', { name: 'Register for Event' }).click()
    await expect(page.getByRole('heading', { name: 'You are registered' })).toBeVisible()
    await page.context().clearCookies()
    await page.evaluate(() => localStorage.clear())

    await openPage(page, address)
    await expect(page.getByText('All seats are taken. You can join')).toBeVisible()
    await fillIn(form, newPerson())
    await expectNoAxeViolations(page)
    await page.getByRole('button', { name: 'Join the waiting list' }).click()
    await expect(page.getByRole('heading', { name: 'You are on the waiting list' })).toBeVisible()
    await expectNoAxeViolations(page)

    const context = await browser.newContext({ javaScriptEnabled: false })
    const plain = await context.newPage()
    await plain.goto(address)
    await fillIn(plain.locator('form[method="post"]'), newPerson())
    await plain.getByRole('button', { name: 'Join the waiting list' }).click()
    await expect(plain.getByRole('heading', { name: 'You are on the waiting list' })).toBeVisible()
    await context.close()
  } finally {
    await site.close()
  }
})
