import { expectNoAxeViolations } from './support/expect-no-axe-violations.ts'
import { expect, test } from './support/journey.ts'
import { fillIn, newPerson, openPage } from './support/landing.ts'
import { openMailLink, pathIn, readMail, titled } from './support/mail.ts'
import { showSeries, startSite, upcoming } from './support/series.ts'

const label = 'Register me for every event of this series'
const pending = 'To confirm the registration for every event'

/** Starts a site that offers the registration for every event and has one open event. */
async function startOffered() {
  const site = await startSite((content) => {
    Object.assign(content.series as object, { wholeSeries: 'offered' })
  })
  await showSeries(site, [upcoming('Open')])
  return site
}

test('a visitor asks for every event in the form or after a registration, with and without scripts', async ({
  page,
  browser,
}) => {
  const site = await startOffered()
  try {
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

test('the link in the mail confirms, ends and takes the end back, with and without scripts', async ({
  page,
  browser,
}) => {
  const site = await startOffered()
  try {
    const person = newPerson()
    await openPage(page, `${site.url}/events/open`)
    await fillIn(page.locator('form[method="post"]').first(), person)
    await page.getByLabel(label).check()
    await page.getByRole('button', { name: 'Register for Event' }).click()
    await expect(page.getByText(pending)).toBeVisible()
    const link = pathIn(await readMail(site, person.email, 'registration_confirmed'), 'every-event')

    await test.step('without scripts', async () => {
      const context = await browser.newContext({ javaScriptEnabled: false })
      const plain = await context.newPage()
      await plain.goto(site.url + link)
      await plain.getByRole('button', { name: 'Show my registration' }).click()
      await titled(plain, 'Register for every event?')
      await plain.getByRole('button', { name: 'Register me for every event' }).click()
      await titled(plain, 'You are registered for every event')
      await plain.getByRole('button', { name: 'Stop automatic registration' }).click()
      await titled(plain, 'Automatic registration is off')
      await context.close()
    })

    await test.step('with scripts', async () => {
      await openMailLink(page, site.url + link)
      await titled(page, 'Automatic registration is off')
      await page.getByRole('button', { name: 'Register me for every event' }).click()
      await titled(page, 'You are registered for every event')
      await expectNoAxeViolations(page)
      await page.getByRole('button', { name: 'Stop automatic registration' }).click()
      await titled(page, 'Automatic registration is off')
      await expectNoAxeViolations(page)
      await page.getByRole('button', { name: 'Undo' }).click()
      await titled(page, 'You are registered for every event')
    })
  } finally {
    await site.close()
  }
})
