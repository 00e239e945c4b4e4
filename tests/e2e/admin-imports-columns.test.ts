import { expectNoAxeViolations } from './support/expect-no-axe-violations.ts'
import {
  dropFile,
  openImport,
  readCounts,
  readVerdicts,
  uniqueWord,
} from './support/admin-imports.ts'
import { expect, test } from './support/journey.ts'
import { expectToast, sampleTitles } from './support/landing.ts'

test('columns that nobody knows are matched by keyboard on a narrow phone, and the import is listed by its file', async ({
  page,
  greenroom,
}) => {
  const word = uniqueWord()
  await page.setViewportSize({ width: 320, height: 640 })
  await openImport(page, greenroom, '/attendee-import')
  const field = page.getByLabel('CSV data')
  const rows = [
    'Gästeliste',
    'Courriel;Nom complet;Société;Téléphone',
    `one.${word}@example.com;Piet van der Merwe;Karoo Coffee;+27 82`,
    `two.${word}@example.com;Sindi;;`,
  ]
  const name = `guests-${word}.csv`
  await dropFile(field, name, rows.join('\r\n'))
  const columns = page.getByRole('region', { name: 'Which column is which?' })
  await expect(columns.getByLabel('Header', { exact: true })).toHaveValue('1')
  const [email, whole] = [columns.getByLabel('1. Courriel'), columns.getByLabel('2. Nom complet')]
  await expect(email).toHaveValue('email')
  await expect(whole).toHaveAccessibleDescription('Piet van der Merwe · Sindi')
  const missing = columns.getByText('Choose the columns with first and last name')
  await expect(missing).toBeVisible()
  await expectNoAxeViolations(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)

  // Pressed all the same, it says what is missing and leads there.
  await page.getByRole('button', { name: 'Import Attendees' }).press('Enter')
  await expectToast(page, {
    title: 'No Valid Data',
    text: 'Choose the columns with first and last name, or the one with the whole name.',
    variant: 'destructive',
  })
  await expect(whole).toBeFocused()
  await page.keyboard.type('Whole')
  await expect(whole).toHaveAccessibleDescription(/First name “Piet”, last name “van der Merwe”/)
  await expect(missing).toBeHidden()
  await page.keyboard.press('Tab')
  await page.keyboard.type('Company')
  await page.keyboard.press('Tab')
  const phone = columns.getByLabel('4. Téléphone')
  await expect(phone).toBeFocused()
  // One column for each field: the other is left out, and said to be.
  await page.keyboard.type('Company')
  await expect(columns.getByText('3. Société is left out now.')).toBeVisible()
  await expect(columns.getByLabel('3. Société')).toHaveValue('')
  await columns.getByLabel('3. Société').selectOption('Company')
  await expect(phone).toHaveValue('')
  await expectNoAxeViolations(page)

  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(preview.getByText('2 rows checked')).toBeVisible()
  expect(await readVerdicts(page)).toEqual(['All 2', 'New 1', 'Invalid 1'])
  await expect(preview.getByText('Line 2 is the header.')).toBeVisible()
  await expect(preview.getByText('Last name is required, found an empty cell')).toBeVisible()
  await expect(preview.getByText('Video access only: no event.')).toBeVisible()
  // Corrected in the text, the columns stay as they were chosen.
  await field.fill((await field.inputValue()).replace(';Sindi;', ';Sindi Dube;'))
  await expect(preview.getByRole('button', { name: 'New 2' })).toBeVisible()
  await page.getByLabel('Register everybody for…').selectOption({ label: sampleTitles.first })
  await page.getByRole('button', { name: 'Import Attendees' }).press('Enter')
  await expectToast(page, { title: 'Import Completed', text: 'Successfully processed 2 attendees' })
  expect(await readCounts(page)).toMatchObject({ 'New Users': '2', 'Event Registrations': '2' })
  await expect(columns).toBeHidden()
  await expect(page.getByText('As you chose: e-mail, whole name')).toBeVisible()
  const people = await (await page.request.get('/api/registrations')).json()
  expect(people).toContainEqual(
    expect.objectContaining({
      email: `one.${word}@example.com`,
      firstName: 'Piet',
      lastName: 'van der Merwe',
      company: 'Karoo Coffee',
    }),
  )
  const line = page.getByRole('listitem').filter({ hasText: name })
  await expect(line.getByText(`“${name}” for ${sampleTitles.first}`)).toBeVisible()
  await line.getByRole('button', { name: /^Undo the import of/ }).click()
  await expect(page.getByRole('dialog', { name: 'Undo this import?' })).toContainText(name)
})

test('a list of Eventbrite’s is read by itself, its own event left out, and its header chosen anew', async ({
  page,
  greenroom,
}) => {
  const word = uniqueWord()
  await openImport(page, greenroom, '/attendee-import')
  const rows = [
    'Order ID,Event name,Attendee first name,Attendee surname,Attendee email,Buyer email',
    `861,On the road,Thandi,Nkosi,one.${word}@example.com,buyer@example.com`,
    `862,On the road,Zoë,Dube,two.${word}@example.com,buyer@example.com`,
  ]
  await page.getByLabel('CSV data').fill(rows.join('\n'))
  const columns = page.getByRole('region', { name: 'Columns', exact: true })
  await expect(columns).toContainText(
    'By the header: event, first name, last name, e-mail. 2 others are left out.',
  )
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(preview.getByText('2 rows name an event that is not here.')).toBeVisible()
  await page.getByLabel('Register everybody for…').selectOption({ label: sampleTitles.second })
  await preview.getByRole('button', { name: 'Leave the event column out' }).click()
  await expect(preview.getByRole('button', { name: 'New 2' })).toBeVisible()
  await expect(preview.getByRole('listitem').first()).toContainText(sampleTitles.second)
  // Away from the bar that stays, which covers what was scrolled under it.
  await page.evaluate(() => window.scrollTo(0, 0))
  await expectNoAxeViolations(page)

  const byHand = page.getByRole('button', { name: 'Match by hand' })
  await byHand.press('Enter')
  const open = page.getByRole('region', { name: 'Which column is which?' })
  await expect(open.getByLabel('2. Event name')).toHaveValue('')
  await open.getByLabel('6. Buyer email').selectOption('E-mail')
  await expect(preview.getByRole('listitem').first()).toContainText('buyer@example.com')
  await open.getByLabel('Header', { exact: true }).selectOption('None: the first line is a person')
  await expect(open.getByLabel('Column 6')).toBeVisible()
  await expect(preview).toBeHidden()
  await page.getByRole('button', { name: 'Reset' }).click()
  await expect(open).toBeHidden()
})

test('a refused undo names the later import and its file, and offers to undo that first', async ({
  page,
  greenroom,
  expectConsoleError,
}) => {
  expectConsoleError(/409/)
  const word = uniqueWord()
  await openImport(page, greenroom, '/attendee-import')
  for (const [file, title] of [
    [`first-${word}.csv`, sampleTitles.first],
    [`later-${word}.csv`, sampleTitles.second],
  ] as const) {
    const text = `Thandi,Nkosi,one.${word}@example.com,${title}`
    await dropFile(page.getByLabel('CSV data'), file, text)
    // The browser reads the file in its own time.
    await expect(page.getByLabel('CSV data')).toHaveValue(text)
    await page.getByRole('button', { name: 'Import Attendees' }).click()
    await expect(page.getByRole('listitem').filter({ hasText: file })).toBeVisible()
  }
  const undo = (file: string) =>
    page.getByRole('listitem').filter({ hasText: file }).getByRole('button', { name: /^Undo/ })
  await undo(`first-${word}.csv`).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Undo the import' }).click()
  await expect(dialog.getByText(`(“later-${word}.csv”) as well`)).toBeVisible()
  await dialog.getByRole('button', { name: /^Undo the import of .+ first$/ }).click()
  await expect(dialog).toContainText(`later-${word}.csv`)
  await dialog.getByRole('button', { name: 'Undo the import' }).click()
  await expectToast(page, { title: 'Import Undone' })
  await undo(`first-${word}.csv`).click()
  await dialog.getByRole('button', { name: 'Undo the import' }).click()
  await expect(dialog).toBeHidden()
})
