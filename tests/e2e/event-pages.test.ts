import { changeElsewhere, createElsewhere, dateAhead, signIn } from './support/event-editor.ts'
import { expectNoAxeViolations } from './support/expect-no-axe-violations.ts'
import { expect, test } from './support/journey.ts'
import {
  expectToast,
  fillIn,
  newPerson,
  openPage,
  registerElsewhere,
  waitForLife,
} from './support/landing.ts'

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

test('a pre-registered person who registers after opening sees the celebration', async ({
  page,
  greenroom,
}) => {
  await signIn(page, greenroom)
  // With the lowest priority, so that the front page of other journeys stays unchanged.
  const fields = { title: 'Opened at last', priority: 90 }
  const { id } = await createElsewhere(page, greenroom, fields)
  const person = newPerson()
  await registerElsewhere(page, person, [id])
  const dated = { status: 'upcoming', eventDate: dateAhead(), eventTime: '18:00' }
  await changeElsewhere(page, greenroom, id, dated)
  await openPage(page, '/events/opened-at-last')
  await fillIn(page.getByRole('main'), person)
  await page.getByRole('button', { name: 'Register for Event' }).click()
  const text = 'Thandi, your seat for “Opened at last” is booked.'
  await expectToast(page, { title: '🎉 Registration Successful!', text })
  await expect(page.getByRole('heading', { name: 'Your seat is booked' })).toBeVisible()
})
