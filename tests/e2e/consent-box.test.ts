import { expectNoAxeViolations } from './support/expect-no-axe-violations.ts'
import { expect, test } from './support/journey.ts'
import { fillIn, newPerson, openPage } from './support/landing.ts'
import { showSeries, startSite, upcoming } from './support/series.ts'

const label = 'Send me updates and invitations by e-mail.'
const notice = 'By continuing you agree'

test('a series that asks by a box registers people who leave it alone without consent, and others with it', async ({
  page,
}) => {
  const site = await startSite((content) => {
    Object.assign(content.series as object, { consent: 'box' })
  })
  try {
    await showSeries(site, [upcoming('Open')])
    for (const isTicked of [false, true]) {
      await openPage(page, `${site.url}/events/open`)
      await expect(page.getByText(notice)).toHaveCount(0)
      const box = page.getByLabel(label)
      await expect(box).not.toBeChecked()
      await fillIn(page.locator('form[method="post"]'), newPerson())
      if (isTicked) await box.check()
      await expectNoAxeViolations(page)
      const sent = page.waitForRequest('**/api/register-multi-event')
      await page.getByRole('button', { name: 'Register for Event' }).click()
      expect((await sent).postDataJSON()).toMatchObject({
        consentShown: 'box',
        receiveUpdates: isTicked,
        receiveEventInvites: isTicked,
      })
      await expect(page.getByRole('heading', { name: 'You are registered' })).toBeVisible()
      await page.context().clearCookies()
      await page.evaluate(() => localStorage.clear())
    }
  } finally {
    await site.close()
  }
})
