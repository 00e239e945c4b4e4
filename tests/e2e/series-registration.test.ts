import { expectNoAxeViolations } from './support/expect-no-axe-violations.ts'
import { expect, test } from './support/journey.ts'
import { fillIn, newPerson, openPage } from './support/landing.ts'
import { showSeries, startSite, upcoming } from './support/series.ts'

const label = 'Register me for every event of this series'
const pending = 'To confirm the registration for every event'

test('a visitor asks for every event in the form or after a registration, with and without scripts', async ({
  page,
  browser,
}) => {
  const site = await startSite((content) => {
    Object.assign(content.series as object, { wholeSeries: 'offered' })
  })
  try {
    await showSeries(site, [upcoming('Open')])
    const address = `${site.url}/events/open`
    const form = page.locator('form[method="post"]').first()

    await openPage(page, address)
    await fillIn(form, newPerson())
    await page.getByLabel(label).check()
    await expectNoAxeViolations(page)
    await page.getByRole('button', { name: 'Register for Event' }).click()
    await expect(page.getByRole('heading', { name: 'You are registered' })).toBeVisible()
    await expect(page.getByText(pending)).toBeVisible()
    await expectNoAxeViolations(page)
    await page.context().clearCookies()
    await page.evaluate(() => localStorage.clear())

    await openPage(page, address)
    await fillIn(form, newPerson())
    await page.getByRole('button', { name: 'Register for Event' }).click()
    await page.getByRole('button', { name: 'Register me for every event' }).click()
    await expect(page.getByText(pending)).toBeVisible()

    const context = await browser.newContext({ javaScriptEnabled: false })
    const plain = await context.newPage()
    await plain.goto(address)
    await fillIn(plain.locator('form[method="post"]').first(), newPerson())
    await plain.getByRole('button', { name: 'Register for Event' }).click()
    await plain.getByRole('button', { name: 'Register me for every event' }).click()
    await expect(plain.getByText(pending)).toBeVisible()
    await context.close()
  } finally {
    await site.close()
  }
})
