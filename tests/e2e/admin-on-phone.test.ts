import { makeAttendees, openDashboard, sectionOf } from './support/admin-dashboard.ts'
import { uniqueWord } from './support/admin-imports.ts'
import { signIn } from './support/event-editor.ts'
import {
  expectNoAxeViolations,
  expectNoAxeViolationsFromTop,
  scrollToTops,
} from './support/expect-no-axe-violations.ts'
import { expect, test } from './support/journey.ts'
import { sampleTitles } from './support/landing.ts'

test('on a telephone the login, the cards that the admin area’s tables become, and its dialog fit the screen', async ({
  page,
  stage,
}) => {
  await page.goto(`${stage.url}/admin`)
  await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeVisible()
  await expectNoAxeViolations(page)
  await signIn(page, stage)
  const word = uniqueWord()
  const attendees = makeAttendees(40, sampleTitles.first).map((person) => ({
    ...person,
    email: `${word}.${person.email}`,
  }))
  const imported = await page.request.post(`${stage.url}/api/admin/bulk-import-attendees`, {
    data: { attendees },
  })
  expect(await imported.json()).toMatchObject({ imported: 40, errors: [] })
  await openDashboard(page, stage)
  const all = sectionOf(page, 'All Registrations')
  const cards = all.getByRole('listitem')
  await all.getByRole('searchbox').fill(word)
  await expect(all.getByRole('status')).toHaveText(/^40 (of|in)/)
  await all.getByLabel('Sort by').selectOption('Name')
  await expect(cards.first()).toContainText('Amara Person 001')
  await all.getByRole('button', { name: 'Reverse order' }).click()
  await expect(cards.first()).toContainText('Zoë Person 036')
  await all.getByRole('region', { name: 'All registrations, rows' }).focus()
  await page.keyboard.press('End')
  await expect(cards.filter({ hasText: 'Amara Person 001' })).toBeInViewport()
  await scrollToTops(page)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectNoAxeViolations(page)
  }
  await page.getByRole('button', { name: 'Import Attendees' }).click()
  await expect(page.getByRole('dialog', { name: 'Bulk Attendee Import' })).toBeVisible()
  await expectNoAxeViolationsFromTop(page)
  const { width } = page.viewportSize()!
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
})
