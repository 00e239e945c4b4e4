import { expectNoAxeViolations } from './support/expect-no-axe-violations.ts'
import { expect, test } from './support/journey.ts'
import { waitForLife } from './support/landing.ts'

test('each state of an event page reads well', async ({ page }) => {
  for (const [slug, words] of [
    ['the-last-mile-comes-first', 'Register for Event'],
    ['the-patience-of-deep-tech', 'Notify Me'],
    ['pricing-is-a-conversation', 'Watch Interview'],
    ['letting-go-of-the-map', 'Recording Processing'],
  ]) {
    await page.goto(`/events/${slug}`)
    await expect(page.getByRole('button', { name: words })).toBeVisible()
    await expectNoAxeViolations(page)
  }
  await page.goto('/register')
  await waitForLife(page)
  await expectNoAxeViolations(page)
})
