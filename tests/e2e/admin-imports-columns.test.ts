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

test('unknown columns are matched by keyboard on a narrow phone, and the import is listed by its file', async ({
  page,
  greenroom,
}) => {
  const word = uniqueWord()
  await page.setViewportSize({ width: 320, height: 640 })
  await openImport(page, greenroom, '/attendee-import')
  const field = page.getByLabel('CSV data')
  const rows = [
    'Gästeliste',
    'Courriel;Wer;Maison;Téléphone',
    `one.${word}@example.com;Piet van der Merwe;Karoo Coffee;+27 82`,
    `two.${word}@example.com;Sindi;;`,
  ]
  const name = `guests-${word}.csv`
  await dropFile(field, name, rows.join('\r\n'))
  const columns = page.getByRole('region', { name: 'Match columns' })
  const [email, whole] = [columns.getByLabel('Courriel'), columns.getByLabel('Wer')]
  await expect(email).toHaveValue('email')
  await expect(whole).toHaveAccessibleDescription('Piet van der Merwe · Sindi')
  const next = columns.getByRole('button', { name: 'Continue' })
  await expect(next).toBeDisabled()
  await expect(columns.getByText('Choose the full name, or first and last name.')).toBeVisible()
  await expect(columns.getByRole('link', { name: 'Video access import' })).toBeVisible()
  await expectNoAxeViolations(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)

  // Importing without a choice opens the matching step.
  await page.getByRole('button', { name: 'Import Attendees' }).press('Enter')
  await expectToast(page, { title: 'No Valid Data', variant: 'destructive' })
  await expect(email).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.type('Full')
  await expect(whole).toHaveAccessibleDescription(/First name “Piet”, last name “van der Merwe”/)
  await page.keyboard.press('Tab')
  await page.keyboard.type('Company')
  await page.keyboard.press('Tab')
  const phone = columns.getByLabel('Téléphone')
  await expect(phone).toBeFocused()
  // Each field takes one column; the other one is ignored.
  await page.keyboard.type('Company')
  await expect(columns.getByLabel('Maison')).toHaveValue('')
  await columns.getByLabel('Maison').selectOption('Company')
  await expect(phone).toHaveValue('')
  await expectNoAxeViolations(page)
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(preview).toBeHidden()
  await next.press('Enter')

  await expect(columns).toBeHidden()
  await expect(preview.getByText('2 rows checked')).toBeVisible()
  expect(await readVerdicts(page)).toEqual(['All 2', 'New 2'])
  await expect(preview.getByText('No event: video access only.').first()).toBeVisible()
  // After a correction of the text, the chosen columns stay.
  await field.fill((await field.inputValue()).replace(';Sindi;', ';Sindi Dube;'))
  await expect(preview.getByText('Sindi Dube')).toBeVisible()
  await page.getByLabel('Event for rows without one').selectOption({ label: sampleTitles.first })
  await page.getByRole('button', { name: 'Import Attendees' }).press('Enter')
  await expectToast(page, { title: 'Import Completed', text: 'Successfully processed 2 attendees' })
  expect(await readCounts(page)).toMatchObject({ 'New Users': '2', 'Event Registrations': '2' })
  await expect(page.getByText('as email, full name, company. 1 column is ignored.')).toBeVisible()
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

test('statuses and sections are chosen, known values kept, and an uncertain encoding is asked for', async ({
  page,
  greenroom,
}) => {
  const word = uniqueWord()
  await openImport(page, greenroom, '/attendee-import')
  const field = page.getByLabel('CSV data')
  await field.fill(`Thandi,Nkosi,one.${word}@example.com,,Karoo Coffee`)
  const button = page.getByRole('button', { name: 'Import Attendees' })
  await button.click()
  await expectToast(page, { title: 'Import Completed', text: 'Successfully processed 1 attendees' })

  const rows = [
    'Host Details,',
    'Attended,Name,Email',
    `Yes,House Host,host.${word}@example.com`,
    'Attendee Details,',
    'First Name,Last Name,Email,Approval Status,Company,Event name,Buyer email',
    `Tandi,Nkosi,one.${word}@example.com,approved,Harbour,On the road,buyer@example.com`,
    `Zoë,Dube,two.${word}@example.com,denied,,On the road,buyer@example.com`,
  ]
  await dropFile(field, 'report.csv', Buffer.from(rows.join('\n'), 'latin1'))
  const encoding = page.getByRole('group', { name: 'Letters of the file' })
  await expect(encoding.getByRole('radio', { name: /Zoë Western/ }).first()).toBeVisible()
  await encoding
    .getByRole('radio', { name: /Zoë Western/ })
    .first()
    .check()
  const columns = page.getByRole('region', { name: 'Match columns' })
  await expect(columns.getByLabel('Table to import')).toHaveValue('1')
  await expect(columns.getByLabel('Buyer email')).toHaveValue('')
  await expect(columns.getByLabel('Event name')).toHaveValue('')
  await expect(columns.getByText('No event has such a title or ID.')).toBeVisible()
  const statuses = page.getByRole('group', { name: 'Statuses to import' })
  await expect(statuses.getByLabel('approved (1)')).toBeChecked()
  await expect(statuses.getByLabel('denied (1)')).not.toBeChecked()
  await expectNoAxeViolations(page)
  await columns.getByRole('button', { name: 'Continue' }).click()

  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(
    preview.getByText('“Karoo Coffee” is kept, although the list has “Harbour”'),
  ).toBeVisible()
  expect(await readVerdicts(page)).toEqual(['All 3', 'Unchanged 1', 'Skipped 2'])
  await expect(preview.getByText('Status: denied')).toBeVisible()
  await statuses.getByLabel('denied (1)').check()
  await expect(preview.getByRole('button', { name: 'New 1' })).toBeVisible()
  await preview.getByLabel('Keep known names, companies and job titles').uncheck()
  await expect(preview.getByText('“Karoo Coffee” → “Harbour”')).toBeVisible()
  await preview.getByLabel('Keep known names, companies and job titles').check()
  await expect(preview.getByText('“Karoo Coffee” is kept')).toBeVisible()
  await expectNoAxeViolations(page)
  await button.click()
  await expectToast(page, { title: 'Import Completed', text: 'Successfully processed 2 attendees' })
  const lines = page.getByRole('region', { name: 'Result of each line' }).getByRole('listitem')
  await expect(lines).toHaveText([
    /^Line 3: Skipped \(Section: Host Details\)/,
    /^Line 6: Unchanged/,
    /^Line 7: Imported Zoë Dube/,
  ])
  const people = await (await page.request.get('/api/registrations')).json()
  expect(people).toContainEqual(
    expect.objectContaining({
      email: `one.${word}@example.com`,
      firstName: 'Thandi',
      company: 'Karoo Coffee',
    }),
  )
  await page.getByRole('button', { name: 'Reset' }).click()
  await expect(statuses).toBeHidden()
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
    // The browser reads the file asynchronously.
    await expect(page.getByLabel('CSV data')).toHaveValue(text)
    await page.getByRole('button', { name: 'Import Attendees' }).click()
    await expect(page.getByRole('listitem').filter({ hasText: file })).toBeVisible()
  }
  const undo = (file: string) =>
    page.getByRole('listitem').filter({ hasText: file }).getByRole('button', { name: /^Undo/ })
  await undo(`first-${word}.csv`).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Undo the import' }).click()
  await expect(
    dialog.getByText(`(“later-${word}.csv”). Undo the later import first.`),
  ).toBeVisible()
  await dialog.getByRole('button', { name: /^First undo the import of/ }).click()
  await expect(dialog).toContainText(`later-${word}.csv`)
  await dialog.getByRole('button', { name: 'Undo the import' }).click()
  await expectToast(page, { title: 'Import Undone' })
  await undo(`first-${word}.csv`).click()
  await dialog.getByRole('button', { name: 'Undo the import' }).click()
  await expect(dialog).toBeHidden()
})
