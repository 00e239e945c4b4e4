import { expectNoAxeViolations } from './support/expect-no-axe-violations.ts'
import { openImport, readCounts, uniqueWord } from './support/admin-imports.ts'
import { expect, test } from './support/journey.ts'
import { expectToast, sampleTitles } from './support/landing.ts'

test('the dashboard’s dialog imports by keyboard, keeps its results, and imports no one twice', async ({
  page,
  greenroom,
}) => {
  const word = uniqueWord()
  await openImport(page, greenroom, '/admin')
  const opener = page.getByRole('button', { name: 'Import Attendees' })
  await expect(opener).toBeVisible()
  await opener.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Bulk Attendee Import' })
  const submit = dialog.getByRole('button', { name: 'Import Attendees' })
  await expect(submit).toBeDisabled()
  await expectNoAxeViolations(page)

  const field = dialog.getByLabel('CSV data')
  const events = dialog.getByRole('region', { name: 'Events and their IDs' })
  await expect(events).toBeVisible()
  await events.focus()
  await page.keyboard.press('Tab')
  await expect(field).toBeFocused()
  await page.keyboard.insertText(
    `Thandi,Nkosi,one.${word}@example.com,${sampleTitles.second}\nSipho,Dlamini,two.${word}@example.com`,
  )
  await expect(dialog.getByText('2 rows checked')).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(dialog.getByRole('button', { name: 'Choose a file' })).toBeFocused()
  // One question, whose answer the preview shows at once; with the default, a row gets the event that it names.
  await page.keyboard.press('Tab')
  await expect(dialog.getByRole('button', { name: 'Match manually' })).toBeFocused()
  await page.keyboard.press('Tab')
  const everybody = dialog.getByLabel('Event for rows without one')
  await expect(everybody).toBeFocused()
  const rows = dialog.getByRole('region', { name: 'Preview' }).getByRole('listitem')
  await expect(rows.last()).toContainText('No event: video access only.')
  await everybody.selectOption({ label: sampleTitles.first })
  await expect(rows.last()).toContainText(sampleTitles.first)
  await expect(rows.first()).toContainText(sampleTitles.second)
  await everybody.selectOption({ index: 0 })
  await expect(rows.last()).toContainText('No event: video access only.')
  await page.keyboard.press('Tab')
  await expect(submit).toBeFocused()
  const refetched = page.waitForRequest('**/api/registrations')
  await page.keyboard.press('Enter')
  await expectToast(page, { title: 'Import Completed', text: 'Successfully processed 2 attendees' })
  await refetched
  const counts = { 'New Users': '2', 'Updated Users': '0', 'Video Only': '1' }
  expect(await readCounts(page)).toEqual({ ...counts, 'Event Registrations': '1' })
  await expect(submit).toBeFocused()
  await expectNoAxeViolations(page)

  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(opener).toBeFocused()
  await opener.press('Enter')
  await expect(dialog.getByRole('region', { name: 'Import results' })).toBeVisible()
  await submit.press('Enter')
  await expect(dialog.getByText('Import results')).toBeVisible()
  await expect
    .poll(() => readCounts(page))
    .toEqual({
      'New Users': '0',
      'Updated Users': '2',
      'Video Only': '0',
      'Event Registrations': '0',
    })
  await dialog.getByRole('button', { name: 'Reset' }).press('Enter')
  await expect(field).toHaveValue('')
  await expect(dialog.getByRole('region', { name: 'Import results' })).toBeHidden()
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'People', exact: true }).click()
  await page.getByRole('link', { name: 'Imports', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Imports', exact: true })).toBeVisible()
  await expect(
    page.getByText('2 new people · 1 registration · 1 with video access only'),
  ).toBeVisible()
})
