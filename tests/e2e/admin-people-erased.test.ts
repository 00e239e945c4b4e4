import { readFileSync } from 'node:fs'
import { expectNoAxeViolationsFromTop } from './support/expect-no-axe-violations.ts'
import { expect, test } from './support/journey.ts'
import { openDialog } from './support/landing.ts'
import { openPerson, press, register } from './support/people.ts'

test('all data of a person is exported and erased, and statistics stay unchanged', async ({
  page,
  greenroom,
}) => {
  const { email } = await register(page, greenroom)
  await openPerson(page, greenroom, email)
  await press(page, 'Export')
  const taking = await openDialog(page, 'Export all data of this person?')
  const arriving = page.waitForEvent('download')
  await taking.getByRole('button', { name: 'Download as JSON' }).click()
  const file = readFileSync(await (await arriving).path(), 'utf8')
  expect(JSON.parse(file).parts.length).toBeGreaterThan(5)
  expect(file).toContain(email)

  await press(page, 'Erase')
  const erasing = await openDialog(page, 'Erase this person?')
  await expect(erasing.getByText('This cannot be undone.')).toBeVisible()
  await expectNoAxeViolationsFromTop(page)
  await erasing.getByRole('button', { name: 'Erase for good' }).click()
  await expect(page).toHaveURL(`${greenroom.url}/admin/people`)
  await page.getByLabel('Name, email or company').fill(email)
  await expect(page.getByText('No match.')).toBeVisible()
  const newest = page.getByRole('list', { name: 'Erasures, newest first' }).getByRole('listitem')
  await expect(newest.first()).toHaveAccessibleName(/^Erasure \d+$/)
  await expectNoAxeViolationsFromTop(page)

  // A later import names erased people and skips them, unless the administrator insists.
  await page.goto('/bulk-import')
  await page.getByLabel('Emails', { exact: true }).fill(email)
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(preview.getByText('Asked to be erased on')).toBeVisible()
  await expectNoAxeViolationsFromTop(page)
  await press(page, 'Import 1 Emails')
  await expect(page.getByText('0 emails imported successfully')).toBeVisible()
  await page.getByLabel('Emails', { exact: true }).fill(`${email} `)
  await preview.getByLabel('Also import the 1 row of people who asked to be erased').check()
  await press(page, 'Import 1 Emails')
  await expect(page.getByText('1 emails imported successfully')).toBeVisible()
  // On another line, because the first line's error is about to disappear.
  await page.getByLabel('Emails', { exact: true }).fill(`\n${email}`)
  const row = preview.getByRole('listitem').filter({ hasText: /^2/ })
  await row.getByRole('link', { name: email }).click()
  await expect(page.getByRole('heading', { level: 1, name: email })).toBeVisible()
})
