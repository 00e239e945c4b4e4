import { expectNoAxeViolations } from './support/expect-no-axe-violations.ts'
import { expect, test } from './support/journey.ts'
import { fillIn, newPerson, openPage } from './support/landing.ts'

const path = '/events/the-last-mile-comes-first'
/** The journeys' browser runs in the time zone of New York, the series in that of Harare. */
const ownTime = /^Your time: .* in New York$/

test('a visitor reads the time of an event on their own clock, on its page and once registered', async ({
  page,
}) => {
  const served = await (await page.request.get(path)).text()
  expect(served).not.toContain('Your time:')
  await openPage(page, path)
  const main = page.getByRole('main')
  await expect(main.getByText(ownTime)).toBeVisible()
  await fillIn(main, newPerson())
  await main.getByRole('button', { name: 'Register for Event' }).click()
  await expect(main.getByRole('heading', { name: 'You are registered' })).toBeVisible()
  await expect(main.getByText(ownTime)).toHaveCount(2)
})

test('the time page converts to a zone that the visitor chooses', async ({ page }) => {
  await openPage(page, `${path}/time`)
  const main = page.getByRole('main')
  await expect(main.getByText(ownTime)).toBeVisible()
  await expectNoAxeViolations(page)
  await main.getByLabel('Time zone').selectOption('Europe/Berlin')
  await main.getByRole('button', { name: 'Show time' }).click()
  await expect(page).toHaveURL(/\/time\?zone=Europe%2FBerlin$/)
  await expect(main.getByRole('status')).toHaveText(/ in Berlin$/)
  await expect(main.getByLabel('Time zone')).toHaveValue('Europe/Berlin')
  await expectNoAxeViolations(page)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the time page converts as well', async ({ page }) => {
    await page.goto(`${path}/time`)
    await page.getByLabel('Time zone').selectOption('Asia/Kolkata')
    await page.getByRole('button', { name: 'Show time' }).click()
    await expect(page.getByRole('status')).toHaveText(/ in Kolkata$/)
    await expect(page.getByText('Your time:')).toHaveCount(0)
  })
})
